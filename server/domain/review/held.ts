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

interface Held {
  readonly user_id: bigint;
  readonly withdrawal_id: bigint;
}

/**
 * Reassesses held withdrawals (the first to an account that is easy to get, or that was changed) shortly before
 * their hold ends, because most review signals arise during the hold. A withdrawal that an operator has decided
 * on is not reassessed.
 */
export async function reassessHeld(db: Database, settings: Settings, now: Date): Promise<void> {
  const { rows } = await db.query<Held>(
    `select user_id, withdrawal_id from withdrawal
     where status = 'pending' and step = 'pending' and step_number = 0
       and held_until > $1 and held_until <= $2
     order by withdrawal_id`,
    [addMilliseconds(now, -BEHIND_MS), addMilliseconds(now, AHEAD_MS)],
  );
  for (let at = 0; at < rows.length; at += BATCH) {
    const held = rows.slice(at, at + BATCH);
    const ids = held.map(({ withdrawal_id }) => withdrawal_id);
    const assessed = await assessRequests({ db, settings, now }, ids);
    for (const one of held) {
      const assessment = assessed.get(one.withdrawal_id);
      if (assessment) await hold(db, one, assessment, now);
    }
  }
}

async function hold(
  db: Database,
  { user_id, withdrawal_id }: Held,
  { signals, review }: Assessment,
  now: Date,
): Promise<void> {
  if (!review) return;
  const id = Number(withdrawal_id);
  try {
    await inTransaction(db, async (transaction) => {
      // meanwhile another process may have sent the withdrawal to review, and an operator may have released it
      const { rowCount } = await transaction.query(
        `select 1 from withdrawal where user_id = $1 and withdrawal_id = $2 and step_number = 0
         for update`,
        [user_id, id],
      );
      if (rowCount === 0) return;
      await holdForReview(transaction, id, review, now);
      await transaction.query(
        'update withdrawal set signals = $3 where user_id = $1 and withdrawal_id = $2',
        [user_id, id, JSON.stringify(signals)],
      );
      const entry = { who: 'nobody', action: 'review began', what: { withdrawal: id } };
      await writeAudit(transaction, entry, now);
    });
  } catch (error) {
    // the withdrawal was paid, rejected or cancelled at the same time
    if (!(error instanceof SettlementError)) throw error;
  }
}
