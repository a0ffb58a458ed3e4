import type pg from 'pg';
import type { Database } from '../../server/database/database.ts';

/** @returns Postgres's plan of each statement that `work` sends, as `explain` prints it */
export async function plansOf(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<string[]> {
  const answers = await explainEach(pool, 'explain', work);
  return answers.map((rows) => rows.map((row) => row['QUERY PLAN']).join('\n'));
}

interface Explained {
  readonly 'QUERY PLAN': unknown;
}

/** @returns what `explain` answers for each statement that `work` sends */
async function explainEach(
  pool: pg.Pool,
  explain: string,
  work: (db: Database) => Promise<unknown>,
): Promise<Explained[][]> {
  const answers: Explained[][] = [];
  const client = await pool.connect();
  try {
    // otherwise Postgres would scan tables with so few rows
    await client.query('set enable_seqscan = off');
    const explaining = {
      query: async (text: string, values: unknown[]) => {
        answers.push((await client.query<Explained>(`${explain} ${text}`, values)).rows);
        return client.query(text, values);
      },
    };
    await work(explaining as unknown as Database);
  } finally {
    client.release(true);
  }
  return answers;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The number of rows that the scans of a plan read, including filtered rows. */
function rowsOf(plan: PlanNode): number {
  const seen = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  const own = / Scan$/.test(plan['Node Type']) ? seen * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), own);
}

/** @returns the number of rows that each statement of `work` reads */
export async function rowsReadBy(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<number[]> {
  const answers = await explainEach(pool, 'explain (analyze, timing off, format json)', work);
  return answers.map(([row]) => {
    const [plan] = (row?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: PlanNode }[];
    if (!plan) throw new Error('a statement has no plan');
    return rowsOf(plan.Plan);
  });
}
