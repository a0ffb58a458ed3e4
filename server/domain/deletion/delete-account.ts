import type * as calls from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import { type Database, inTransaction, retryOnConflict } from '../../database/database.ts';
import { writeAudit } from '../audit.ts';
import { type Handler, Refusal, SessionEnded } from '../context.ts';
import { keyOfName, keysOfEmail } from '../emails.ts';
import { COUNTED_FRIENDS, type CountedFriends, countFriends } from '../friend-counts.ts';
import { proveIdentity } from '../proof.ts';
import { keyForms, openEmails } from '../sealed-emails.ts';

interface Figures extends CountedFriends {
  readonly available: bigint;
  readonly held: bigint;
  readonly coming: bigint;
}

/** The money and friends that a person would lose by deleting the account now. */
export const deletion: Handler<typeof calls.deletion> = async (context, { userId }) => {
  const { rows } = await context.db.query<Figures>(
    `select available, held,
       (select coalesce(sum(amount), 0)::bigint from coming_reward where user_id = $1)
         + (select coalesce(sum(amount), 0)::bigint from outbox where user_id = $1) as coming,
       ${COUNTED_FRIENDS}
     from wallet join account using (user_id) where user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error(`no wallet ${userId}`);
  const { available, held, coming } = row;
  const friends = (await countFriends(context, userId, row)).reduce((sum, count) => sum + count);
  return {
    balance: formatMoney(available),
    coming: formatMoney(coming),
    friends,
    held: held === 0n ? null : formatMoney(held),
  };
};

interface ErasedRow {
  readonly refusal: 'invalid_credentials' | 'pending_exists' | null;
  readonly forfeited: bigint;
}

/** All forms of a person's e-mail that rows may contain. */
async function emailsOf(db: Database, userId: bigint): Promise<string[]> {
  const { rows } = await db.query<{ user_id: bigint; email: string }>(
    "select user_id, email from account where user_id = $1 and email <> ''",
    [userId],
  );
  const formsOf = await keyForms(db);
  return openEmails(db, rows).flatMap(({ email }) => [
    email.toLowerCase(),
    ...formsOf(keysOfEmail({ plain: email, key: keyOfName(email) })),
  ]);
}

/**
 * Erases an account within a transaction; a refusal rolls it back.
 * @param passwordHash the hash at the time of the proof of identity; null: an operator erases the account
 * @returns the rest of the balance, in 1/10,000 units
 * @throws Refusal invalid_credentials when the password was changed meanwhile, or the account is deleted;
 * pending_exists
 */
export function eraseAccount(
  db: Database,
  userId: bigint,
  passwordHash: string | null,
  now: Date,
): Promise<bigint> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await transaction.query<ErasedRow>(
      'select * from erase_account($1, $2, $3, $4)',
      [userId, now, passwordHash, await emailsOf(transaction, userId)],
    );
    const [row] = rows;
    if (!row) throw new Error('no answer');
    if (row.refusal) throw new Refusal(row.refusal);
    return row.forfeited;
  });
}

/**
 * Locks an account that is not deleted: a deletion that begins now waits. Call it first in a transaction that stores
 * personal data.
 * @param lock with `no key update`, other calls with this lock wait too
 * @throws SessionEnded when the account is deleted
 */
export async function assertNotDeleted(
  db: Database,
  userId: bigint,
  lock: 'key share' | 'no key update' = 'key share',
): Promise<void> {
  const { rowCount } = await db.query(
    `select from account where user_id = $1 and deleted_at is null for ${lock}`,
    [userId],
  );
  if (rowCount !== 1) throw new SessionEnded(401);
}

/**
 * Deletes the caller's account for good. Do not call it in a transaction that a refusal rolls back: the counts of
 * attempts must outlive the refusal.
 * @throws Refusal invalid_credentials, proof_too_old, pending_exists, too_many_attempts
 */
export const deleteAccount: Handler<typeof calls.deleteAccount> = async (
  context,
  caller,
  { password },
) => {
  const { db, now } = context;
  const { userId } = caller;
  const hash = await proveIdentity(context, caller, password);
  await retryOnConflict(db, () =>
    inTransaction(db, async (transaction) => {
      await eraseAccount(transaction, userId, hash, now);
      const what = { user_id: Number(userId) };
      await writeAudit(
        transaction,
        { who: `user ${userId}`, action: 'account deleted', what },
        now,
      );
    }),
  );
  return {};
};
