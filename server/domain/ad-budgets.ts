import type { Database } from '../database/database.ts';

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

/** Takes back what all allotments of advertisement `$1` still have; its row is locked already. */
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
  /** as its row has it */
  readonly spent: bigint;
}

/**
 * Sets what an advertisement may pay in all, what it has paid included; null: any amount. One that
 * had no budget counts from now on.
 * @param ad its row, locked in the transaction that is open
 * @returns what it has paid, when that is more: the transaction must be undone; null: it is set
 */
export async function setBudget(
  db: Database,
  ad: LockedAd,
  budget: bigint | null,
): Promise<bigint | null> {
  // one that covers what the allotments were given waits for none of them: a server may have frozen
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
