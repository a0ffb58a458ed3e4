import { type Database, inTransaction } from '../../database/database.ts';
import { writeAudit } from '../audit.ts';
import { releaseFromReview, SettlementError } from '../payout-steps.ts';

/**
 * Releases requests at the end of their review, if nobody has decided on them: earned money is not withheld without a
 * reason that the person can read. Where clips seem not to have been watched, an operator must decide: otherwise a
 * script would only have to wait.
 */
export async function releaseOverdueReviews(db: Database, now: Date): Promise<void> {
  const { rows } = await db.query<{ withdrawal_id: bigint }>(
    `select withdrawal_id from withdrawal where step = 'in_review' and review_due_at <= $1 and not needs_decision
     order by review_due_at`,
    [now],
  );
  for (const { withdrawal_id } of rows) {
    try {
      await release(db, Number(withdrawal_id), now);
    } catch (error) {
      // meanwhile an operator has decided on the request
      if (!(error instanceof SettlementError)) throw error;
    }
  }
}

function release(db: Database, id: number, now: Date): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await releaseFromReview(transaction, id, now);
    const entry = { who: 'nobody', action: 'review ran out', what: { withdrawal: id } };
    await writeAudit(transaction, entry, now);
  });
}
