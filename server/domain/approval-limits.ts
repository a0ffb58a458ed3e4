import type { Database } from '../database/database.ts';
import type { Approval } from './approved-alone.ts';

/**
 * Stores a new value of the setting `withdraw.second_approval_above`, and its author.
 * @param who null: unknown
 * @param above 1/10,000 units; 0: no limit
 */
export async function recordApprovalLimit(
  db: Database,
  who: string | null,
  above: bigint,
): Promise<void> {
  await db.query('insert into approval_limit (who, above) values ($1, $2)', [who, above]);
}

/**
 * The limit that applies to an operator. Operators cannot raise it for themselves: after their own changes
 * the smallest limit since the last change by another operator applies.
 */
export async function approvalLimitOf(db: Database, who: string): Promise<Approval> {
  const { rows } = await db.query<{ above: bigint }>(
    `select coalesce(min(above) filter (where above > 0), 0) as above from approval_limit
     where change_id >= coalesce(
       (select max(change_id) from approval_limit where who is distinct from $1), 0
     )`,
    [who],
  );
  return { who, above: rows[0]?.above ?? 0n };
}
