import pg from 'pg';
import { PERSON } from '../../server/database/distribute/catalog.ts';
import { planDistribution } from '../../server/database/distribution.ts';
import { migrate } from '../../server/database/migrate.ts';

export const PARTITIONS = 4;

const texts = async (client: pg.Client, text: string, values: unknown[] = []) =>
  (await client.query<{ text: string }>(text, values)).rows.map((row) => row.text);

/** The indexes of a table; the indexes in `plain` lose their uniqueness, by the plan. */
async function indexesOf(client: pg.Client, table: string, plain: readonly string[]) {
  const indexes = await client.query<{ name: string; text: string; key: string | null }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text,
       (select pg_get_constraintdef(oid) from pg_constraint where conindid = indexrelid) as key
     from pg_index where indrelid = $1::regclass`,
    [table],
  );
  return indexes.rows.map(({ name, text, key }) => {
    if (plain.includes(name)) return text.replace('UNIQUE ', '');
    return key === null ? text : `alter table ${table} add constraint ${name} ${key}`;
  });
}

/** Recreates an empty table as hash partitions by the person. */
export async function partition(client: pg.Client, table: string, plain: readonly string[]) {
  const indexes = await indexesOf(client, table, plain);
  const triggers = await texts(
    client,
    `select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = $1::regclass`,
    [table],
  );
  const refused = await texts(
    client,
    `select text from unnest(array['update', 'delete', 'truncate']) as text
     where not has_table_privilege($1, text)`,
    [table],
  );
  // columns that may be updated in a table whose other columns may not: texts that an erasure replaces
  const columns = await texts(
    client,
    `select attname as text from pg_attribute where attrelid = $1::regclass and attnum > 0
       and not attisdropped and not has_table_privilege($1, 'update')
       and has_column_privilege($1, attname, 'update')`,
    [table],
  );
  await client.query(`create table ${table}_anew (like ${table} including all excluding indexes)
    partition by hash (${PERSON})`);
  await client.query(`drop table ${table} cascade`);
  await client.query(`alter table ${table}_anew rename to ${table}`);
  for (let place = 0; place < PARTITIONS; place += 1) {
    await client.query(`create table ${table}_of_${place} partition of ${table}
      for values with (modulus ${PARTITIONS}, remainder ${place})`);
  }
  const revoked = refused.map((right) => `revoke ${right} on ${table} from current_user`);
  const granted = columns.map((column) => `grant update (${column}) on ${table} to current_user`);
  for (const statement of [...indexes, ...triggers, ...revoked, ...granted])
    await client.query(statement);
}

/** Partitions an empty, migrated database by the plan, so that each person's rows are in one partition. */
export async function partitionByPerson(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const views = await texts(
      client,
      `select format('create view %I as %s', viewname, definition) as text from pg_views
       where schemaname = 'public'`,
    );
    const { tables } = await planDistribution(client as unknown as pg.PoolClient);
    for (const table of tables) {
      if (table.place !== 'person') continue;
      const plain = table.plain.map(({ index }) => index);
      await partition(client, table.name, plain);
    }
    for (const view of views) await client.query(view);
    // functions that return a table's rows were dropped with the table
    await client.query('delete from database_function');
  } finally {
    await client.end();
  }
  await migrate(url);
}

/** A partition that a transaction has read or written. */
export interface Touched {
  readonly table: string;
  readonly place: number;
  readonly is_written: boolean;
}

/** @param db a new session: a session of a pool may not have reported its earlier work yet */
export async function touchedIn(db: pg.PoolClient): Promise<Touched[]> {
  const { rows } = await db.query<Touched>(
    `select parent.relname as "table", substring(relation.relname from '_of_(\\d+)$')::int as place,
       n_tup_ins + n_tup_upd + n_tup_del > 0 as is_written
     from pg_stat_xact_user_tables as stat
     join pg_class as relation on relation.oid = relid
     join pg_inherits on inhrelid = relid
     join pg_class as parent on parent.oid = inhparent
     where coalesce(stat.seq_scan, 0) + coalesce(stat.idx_scan, 0)
       + n_tup_ins + n_tup_upd + n_tup_del > 0
     order by 1, 2`,
  );
  return rows;
}
