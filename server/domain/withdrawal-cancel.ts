import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { type Database, inTransaction, retryOnConflict } from '../database/database.ts';
import { writeAudit } from './audit.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { takeSlot } from './limits.ts';
import { cancelRequest } from './settlement.ts';
import { DAY } from './time.ts';
import { findOwn } from './withdrawals.ts';

/** A user could fill the ledger by asking and cancelling: what is refused here is undone. */
async function countCancellation(
  { db, settings, now }: Context,
  userId: bigint,
  id: number,
): Promise<void> {
  const limit = settings.get('limit.cancellations_per_day');
  const seconds = await takeSlot(db, { bucket: `cancel:${userId}`, limit, lengthMs: DAY }, now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
  const what = { withdrawal: id };
  await writeAudit(db, { who: `user ${userId}`, action: 'withdrawal cancelled', what }, now);
}

async function balanceOf(db: Database, userId: bigint): Promise<bigint> {
  const { rows } = await db.query<{ available: bigint }>(
    'select available from wallet where user_id = $1',
    [userId],
  );
  if (!rows[0]) throw new Error(`no wallet of user ${userId}`);
  return rows[0].available;
}

/**
 * Gives an amount back to its person before anybody has approved it. Said again of one that is
 * cancelled already, it moves nothing.
 */
export const cancelWithdrawal: Handler<typeof calls.cancelWithdrawal> = (
  context,
  { userId },
  { id },
) => {
  const { db, now } = context;
  const cancel = async (transaction: Database) => {
    const isNew = await cancelRequest(transaction, id, userId, now);
    if (isNew) await countCancellation({ ...context, db: transaction }, userId, id);
    const withdrawal = await findOwn(transaction, userId, id);
    if (!withdrawal?.cancelled) throw new Refusal('not_cancellable');
    return { withdrawal, balance: formatMoney(await balanceOf(transaction, userId)) };
  };
  return retryOnConflict(db, () => inTransaction(db, cancel));
};
