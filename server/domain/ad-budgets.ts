import type { Database } from '../database/database.ts';
import type { Allotted } from './allotments.ts';

/** Rows of `ad_allotment` for each advertisement with a budget. */
export const AD_SLOTS = 16;

/** $2: the advertisement. */
export const BUDGET: Allotted = {
  shared: 'select budget - spent as room from ad where ad_id = $2 and budget is not null',
  table: 'ad_allotment',
  where: 'ad_id = $2',
  keepRest: 'update ad set spent = budget - plan.rest from plan where ad_id = $2',
};

/** SQL: what an advertisement with a budget has paid: all that its allotments were given and lack. */
export const AD_SPENT = `(spent - (
  select coalesce(sum(room), 0)::bigint from ad_allotment where ad_allotment.ad_id = ad.ad_id
))`;

/** What an advertisement with a budget has paid, in 1/10,000 units; of one without it means nothing. */
export async function readSpent(db: Database, adId: bigint): Promise<bigint> {
  const { rows } = await db.query<{ spent: bigint }>(
    `select ${AD_SPENT} as spent from ad where ad_id = $1`,
    [adId],
  );
  return rows[0]?.spent ?? 0n;
}

/** Whether what is left of its budget, wherever it lies, covers one more reward of this amount. */
export async function isAffordable(db: Database, adId: bigint, reward: bigint): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from ad where ad_id = $1 and (budget is null or budget - ${AD_SPENT} >= $2)`,
    [adId, reward],
  );
  return rowCount === 1;
}
