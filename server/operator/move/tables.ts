import type pg from 'pg';
import { DatabaseError } from '../../database/database-error.ts';

/** A table to copy: its quoted name, and its quoted columns without generated ones. */
export interface MovedTable {
  readonly name: string;
  readonly columns: string;
}

/** Tables that `database migrate` has filled in the copy. */
const OF_THE_SCHEMA = ['migration', 'database_function'];

const TABLES = `
  select quote_ident(relname) as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
     where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '')
      as columns
  from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not relispartition and relname <> all($1)
  order by relname`;

/** Foreign keys between tables. */
const REFERENCES = `
  select quote_ident(child.relname) as child, quote_ident(parent.relname) as parent
  from pg_constraint
  join pg_class as child on child.oid = conrelid
  join pg_class as parent on parent.oid = confrelid
  where contype = 'f' and conrelid <> confrelid and conparentid = 0
    and child.relnamespace = current_schema()::regnamespace`;

/**
 * Returns all tables with rows of the product, each after the tables that it refers to.
 * @throws DatabaseError when tables refer to each other in a circle
 */
export async function findTables(client: pg.ClientBase): Promise<MovedTable[]> {
  const { rows: tables } = await client.query<MovedTable>(TABLES, [OF_THE_SCHEMA]);
  const { rows: references } = await client.query<{ child: string; parent: string }>(REFERENCES);
  const ordered: MovedTable[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const waits = (name: string) =>
      references.some(
        ({ child, parent }) => child === name && waiting.some((each) => each.name === parent),
      );
    const ready = waiting.filter(({ name }) => !waits(name));
    if (ready.length === 0) {
      const names = waiting.map(({ name }) => name).join(', ');
      throw new DatabaseError(`the tables ${names} refer to each other: they cannot be copied`);
    }
    ordered.push(...ready);
    waiting = waiting.filter((each) => !ready.includes(each));
  }
  return ordered;
}
