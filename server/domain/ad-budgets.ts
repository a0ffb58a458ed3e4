import type { Database } from '../database/database.ts';

/** SQL: the amount that an ad with a budget has paid: the sum given to its allotments, minus their unspent `room`. */
export const AD_SPENT = `(spent - (
  select coalesce(sum(room), 0)::bigint from ad_allotment where ad_allotment.ad_id = ad.ad_id
))`;

/** The amount that an advertisement with a budget has paid, in 1/10,000 units; meaningless without a budget. */
export async function readSpent(db: Database, adId: bigint): Promise<bigint> {
  const { rows } = await db.query<{ spent: bigint }>(
    `select ${AD_SPENT} as spent from ad where ad_id = $1`,
    [adId],
  );
  return rows[0]?.spent ?? 0n;
}

/** Whether the rest of the budget, inside and outside of its allotments, covers one more reward of this amount. */
export async function isAffordable(db: Database, adId: bigint, reward: bigint): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from ad where ad_id = $1 and (budget is null or budget - ${AD_SPENT} >= $2)`,
    [adId, reward],
  );
  return rowCount === 1;
}

/** Takes back the unspent amounts of all allotments of advertisement `$1`, whose row in `ad` is locked already. */
const GATHER = `
  with allotment as (
    select slot, room from ad_allotment where ad_id = $1 order by slot for update
  ),
  emptied as (
    update ad_allotment set room = 0 from allotment
    where ad_id = $1 and ad_allotment.slot = allotment.slot and allotment.room > 0
  )
  update ad set spent = spent - (select coalesce(sum(room), 0)::bigint from allotment)
  where ad_id = $1`;

interface LockedAd {
  readonly ad_id: bigint;
  readonly budget: bigint | null;
  /** the column `spent`: the sum given to the allotments */
  readonly spent: bigint;
}

/**
 * Sets the most that an advertisement may pay, including the amount already paid; null: any amount. An advertisement
 * that had no budget counts its payments from now on.
 * @param ad the advertisement's row, locked in the open transaction
 * @returns the amount already paid, if the new budget is smaller: roll back; null: the budget is set
 */
export async function setBudget(
  db: Database,
  ad: LockedAd,
  budget: bigint | null,
): Promise<bigint | null> {
  // a budget that covers all allotments needs no lock on them: a frozen server may hold such a lock
  const isCovering = ad.budget !== null && budget !== null && budget >= ad.spent;
  if (!isCovering) await db.query(GATHER, [ad.ad_id]);
  const { rowCount } = await db.query(
    `update ad set budget = $2::bigint,
       spent = case when budget is null or $2::bigint is null then 0 else spent end
     where ad_id = $1 and (budget is null or $2::bigint is null or spent <= $2::bigint)`,
    [ad.ad_id, budget],
  );
  return rowCount === 1 ? null : readSpent(db, ad.ad_id);
}
