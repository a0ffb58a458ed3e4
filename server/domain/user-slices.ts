import type pg from 'pg';
import { type Database, inTransaction } from '../database/database.ts';

/**
 * SQL: a table's rows of the users from $1 to before $2. A statement reads so few users that it needs no temporary
 * files, however many rows the table has.
 */
export const own = (table: string): string =>
  `(select * from ${table} where user_id >= $1 and user_id < $2) as ${table}`;

/** Users per slice. */
const SLICE = 10_000n;
const FIRST_USER = -(2n ** 63n);

/** SQL: the first user from $1 on with rows in any of the tables. */
const NEXT_USER = `select min(user_id) as next from (${[
  'wallet',
  'transfer',
  'withdrawal',
  'withdrawal_step',
  'correction',
]
  .map((table) => `(select min(user_id) as user_id from ${table} where user_id >= $1)`)
  .join(' union all ')}) as first`;

/** The first user of a slice, and the first user after the slice. */
export type Slice = readonly [bigint, bigint];

/** Yields slices that cover all users in their order; at least one slice. */
export async function* slicesOf(db: Database): AsyncGenerator<Slice> {
  const nextFrom = async (user: bigint) =>
    (await db.query<{ next: bigint | null }>(NEXT_USER, [user])).rows[0]?.next ?? null;
  let from = (await nextFrom(FIRST_USER)) ?? 0n;
  for (let next: bigint | null = from; next !== null; next = await nextFrom(from + SLICE)) {
    from = next;
    yield [from, from + SLICE];
  }
}

/** Reads all tables in slices, as of one moment, while the server runs: it locks no row. */
export function inSnapshot<Result>(
  pool: Database,
  work: (db: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (db) => {
    await db.query('set transaction isolation level repeatable read, read only');
    // `work` reads every table, so it takes longer than any call may
    await db.query('set local statement_timeout = 0');
    // a slice is read by an index: otherwise each slice would read the whole table
    await db.query('set local enable_seqscan = off');
    return work(db);
  });
}
