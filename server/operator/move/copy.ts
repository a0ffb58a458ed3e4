import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { DatabaseError } from '../../database/database-error.ts';
import type { Report } from '../progress.ts';
import { findTables, type MovedTable } from './tables.ts';

export interface CopyOrder {
  /** source; its tables are locked against writes until its transaction ends */
  readonly from: pg.ClientBase;
  /** target, inside a transaction; all rows of its tables are replaced */
  readonly to: pg.ClientBase;
  readonly signal: AbortSignal;
  readonly report?: Report | undefined;
}

const SEQUENCES = `
  select format('%I', sequencename) as name, last_value::text as last from pg_sequences
  where schemaname = current_schema() and last_value is not null`;

/** @returns the number of copied rows */
async function copyTable(
  { name, columns }: MovedTable,
  { from, to, signal }: CopyOrder,
): Promise<number> {
  const source = from.query(copyTo(`copy ${name} (${columns}) to stdout`));
  const target = to.query(copyFrom(`copy ${name} (${columns}) from stdin`));
  await pipeline(source, target, { signal });
  if (source.rowCount !== target.rowCount) {
    throw new DatabaseError(
      `${name}: ${source.rowCount} rows were read and ${target.rowCount} written: nothing was moved`,
    );
  }
  return target.rowCount ?? 0;
}

/** Copies the sequences, so that no number is given twice. */
async function copySequences({ from, to }: CopyOrder): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string }>(SEQUENCES);
  for (const { name, last } of rows) {
    await to.query('select setval($1::regclass, $2::bigint)', [name, BigInt(last)]);
  }
}

/** Copies the column `contract`: a version that must not run on the source must not run on the copy either. */
async function copyContracts({ from, to }: CopyOrder): Promise<void> {
  const { rows } = await from.query<{ number: number }>(
    'select number from migration where contract',
  );
  await to.query('update migration set contract = true where number = any($1::int[])', [
    rows.map(({ number }) => number),
  ]);
}

const APPEND_ONLY = `
  select oid::regclass::text as name from pg_class
  where oid = any($1::regclass[]) and not has_table_privilege(oid, 'truncate')`;

/** Removes rows that migrations have written, also from tables that even their owner may not truncate. */
async function empty(to: pg.ClientBase, names: readonly string[]): Promise<void> {
  const { rows } = await to.query<{ name: string }>(APPEND_ONLY, [names]);
  const closed = rows.map(({ name }) => name).join(', ');
  if (closed) await to.query(`grant truncate on ${closed} to current_user`);
  await to.query(`truncate ${names.join(', ')}`);
  if (closed) await to.query(`revoke truncate on ${closed} from current_user`);
}

const WITH_TRIGGERS = `
  select distinct tgrelid::regclass::text as name from pg_trigger
  where tgrelid = any($1::regclass[]) and not tgisinternal`;

/** Disables triggers during the copy: the rows contain their results, such as the number of shown clips. */
async function withoutTriggers(
  to: pg.ClientBase,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await to.query<{ name: string }>(WITH_TRIGGERS, [names]);
  for (const { name } of rows) await to.query(`alter table ${name} disable trigger user`);
  await work();
  for (const { name } of rows) await to.query(`alter table ${name} enable trigger user`);
}

/**
 * Copies all rows and sequences, by `copy` from one connection into the other.
 * @returns the number of rows of each table
 * @throws DatabaseError when a table was not copied whole; Error when another process writes into the source
 */
export async function copyRows(order: CopyOrder): Promise<Record<string, number>> {
  const { from, to, report } = order;
  const tables = await findTables(from);
  const names = tables.map(({ name }) => name);
  await from.query(`lock table ${names.join(', ')} in share mode`);
  await empty(to, names);
  const rows: Record<string, number> = {};
  await withoutTriggers(to, names, async () => {
    for (const [place, table] of tables.entries()) {
      report?.(`copying ${table.name}`, place / tables.length);
      rows[table.name] = await copyTable(table, order);
    }
  });
  await copySequences(order);
  await copyContracts(order);
  return rows;
}
