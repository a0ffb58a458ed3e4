import { type Database, inTransaction } from '../../database/database.ts';
import { writeAudit } from '../audit.ts';
import { holdForReview, SettlementError } from '../payout-steps.ts';
import type { Settings } from '../settings.ts';
import { addMilliseconds, DAY, HOUR } from '../time.ts';
import { type Assessment, assessRequests } from './review.ts';

/** Housekeeping comes every hour: nothing can be paid before it was looked at. */
const AHEAD_MS = 2 * HOUR;
/** A server that was down catches up on so much. */
const BEHIND_MS = DAY;
const BATCH = 200;

/**
 * Looks again at first payments to accounts that are easy to get or were changed, when their wait is nearly over: what
 * speaks against them has mostly happened since they were asked for. Whom somebody has looked at already
 * is left alone.
 */
export async function lookAtHeld(db: Database, settings: Settings, now: Date): Promise<void> {
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
      // another process may have sent it to review meanwhile, and an operator passed it
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
    // somebody has paid, rejected or cancelled it in this very moment
    if (!(error instanceof SettlementError)) throw error;
  }
}
