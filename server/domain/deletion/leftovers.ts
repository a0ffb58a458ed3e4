import { type Database, inTransaction, retryOnConflict } from '../../database/database.ts';
import { addMilliseconds, DAY } from '../time.ts';

/** Age at which a batch's file without a payment in process is erased: until then it can be written again. */
export const BATCH_FILE_LIFETIME_MS = 90 * DAY;

/**
 * Gives the operator the money that reached accounts after their deletion: a payment that a bank returned, or rewards
 * for a friend who registered earlier.
 */
export async function forfeitLeftovers(db: Database, now: Date): Promise<void> {
  const { rows } = await db.query<{ user_id: bigint }>(
    `select user_id from account where deleted_at is not null and (
       exists (select from wallet where wallet.user_id = account.user_id and available + debt > 0)
       or exists (select from coming_reward where coming_reward.user_id = account.user_id)
       or exists (select from outbox where outbox.user_id = account.user_id)
       or exists (select from outbox_dead where outbox_dead.user_id = account.user_id)
     )`,
  );
  for (const { user_id } of rows) {
    await retryOnConflict(db, () =>
      inTransaction(db, (transaction) =>
        transaction.query('select forfeit_rest($1, $2)', [user_id, now]),
      ),
    );
  }
}

/**
 * Erases the files of batches without a payment in process: of old or cancelled batches, and of batches with a payment
 * to a deleted person.
 */
export async function eraseBatchFiles(db: Database, now: Date): Promise<void> {
  await db.query('select erase_batches($1, $2)', [
    now,
    addMilliseconds(now, -BATCH_FILE_LIFETIME_MS),
  ]);
}
