import type pg from 'pg';
import type { Database } from '../../server/database/database.ts';

const READ = `
  select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
  from pg_stat_xact_user_tables where schemaname = 'public'`;

/** @returns how many rows of each table `work` reads, whatever it answers; what it does is undone */
export async function rowsRead(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<(table: string) => number> {
  const client = await pool.connect();
  const read = async () => {
    const { rows } = await client.query<{ relname: string; rows: number }>(READ);
    return new Map(rows.map(({ relname, rows: count }) => [relname, count]));
  };
  try {
    // as the verification sets it, which cannot be done once something was read
    await client.query('begin isolation level repeatable read');
    // tables of so few rows are read as a whole, were that allowed
    await client.query('set local enable_seqscan = off');
    const before = await read();
    await work(client);
    const after = await read();
    await client.query('rollback');
    return (table) => (after.get(table) ?? 0) - (before.get(table) ?? 0);
  } finally {
    client.release();
  }
}
