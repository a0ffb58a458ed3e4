import { type Database, inTransaction } from '../../database/database.ts';
import { writeAudit } from '../audit.ts';
import { holdForReview, SettlementError } from '../payout-steps.ts';
import type { Settings } from '../settings.ts';
import { addMilliseconds, DAY, HOUR } from '../time.ts';
import { type Assessment, assessRequests } from './review.ts';

/** Housekeeping runs every hour, so each withdrawal is reassessed before its hold ends. */
const AHEAD_MS = 2 * HOUR;
/** After downtime, withdrawals whose hold ended this long ago are still reassessed. */
const BEHIND_MS = DAY;
const BATCH = 200;

/**
 * Reassesses held withdrawals (the first to an account that is easy to get, or that was changed) shortly before
 * their hold ends, because most review signals arise during the hold. A withdrawal that an operator has decided
 * on is not reassessed.
 */
export async function reassessHeld(db: Database, settings: Settings, now: Date): Promise<void> {
  const { rows } = await db.query<{ withdrawal_id: bigint }>(
    `select withdrawal_id from withdrawal
     where status = 'pending' and step = 'pending' and step_number = 0
       and held_until > $1 and held_until <= $2
     order by withdrawal_id`,
    [addMilliseconds(now, -BEHIND_MS), addMilliseconds(now, AHEAD_MS)],
  );
  const ids = rows.map(({ withdrawal_id }) => withdrawal_id);
  for (let at = 0; at < ids.length; at += BATCH) {
    const assessed = await assessRequests({ db, settings, now }, ids.slice(at, at + BATCH));
    for (const [id, assessment] of assessed) await hold(db, Number(id), assessment, now);
  }
}

async function hold(
  db: Database,
  id: number,
  { signals, review }: Assessment,
  now: Date,
): Promise<void> {
  if (!review) return;
  try {
    await inTransaction(db, async (transaction) => {
      // meanwhile another process may have sent it to review, and an operator released it
      const { rowCount } = await transaction.query(
        'select from withdrawal where withdrawal_id = $1 and step_number = 0 for update',
        [id],
      );
      if (rowCount === 0) return;
      await holdForReview(transaction, id, review, now);
      await transaction.query('update withdrawal set signals = $2 where withdrawal_id = $1', [
        id,
        JSON.stringify(signals),
      ]);
      const entry = { who: 'nobody', action: 'review began', what: { withdrawal: id } };
      await writeAudit(transaction, entry, now);
    });
  } catch (error) {
    // it was paid, rejected or cancelled at the same time
    if (!(error instanceof SettlementError)) throw error;
  }
}
