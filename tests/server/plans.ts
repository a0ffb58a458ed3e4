import type pg from 'pg';
import type { Database } from '../../server/database/database.ts';

/** @returns Postgres's plan of each statement that `work` sends, as `explain` prints it */
export async function plansOf(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<string[]> {
  const plans: string[] = [];
  const client = await pool.connect();
  try {
    // tables of so few rows are read as a whole, were that allowed
    await client.query('set enable_seqscan = off');
    const explaining = {
      query: async (text: string, values: unknown[]) => {
        const { rows } = await client.query(`explain ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return client.query(text, values);
      },
    };
    await work(explaining as unknown as Database);
  } finally {
    client.release(true);
  }
  return plans;
}
