import type pg from 'pg';
import type { Database } from '../../server/database/database.ts';

const READ = `
  select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
  from pg_stat_xact_user_tables where schemaname = 'public'`;

/** @returns the number of rows that `work` reads of each table; its changes are rolled back */
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
    // the isolation level that the ledger's verification sets: it must be set before the first read
    await client.query('begin isolation level repeatable read');
    // otherwise Postgres would scan tables with so few rows
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
