import type pg from 'pg';
import { maskAccount } from '../../../contract/mask.ts';
import { writeAudit } from '../audit.ts';
import { type Caller, type Context, Refusal } from '../context.ts';
import { mostUsersOf } from '../first-payments.ts';
import { takeSlot } from '../limits.ts';
import { notifyOwner } from '../notify-owner.ts';
import { assertRecentProof } from '../proof.ts';
import { DAY } from '../time.ts';
import { kindInSql, type MethodOfAccount } from './kinds.ts';
import { lockPayoutAccount, openAccounts, sealAccount } from './sealed.ts';

export interface InfoRow extends MethodOfAccount {
  readonly user_id: bigint;
  readonly country: string;
  readonly recipient_name: string;
  readonly account: string;
}

export interface StoredInfo extends InfoRow {
  readonly account_key: string;
}

export const INFO = `*, ${kindInSql('payout_info')}`;

type Change = Context & { readonly db: pg.PoolClient };

/**
 * $1 user, $2 country, $3 method, $4 its type of account, $5 recipient, $6 account, $7 its key, $8 now, $9 whether it
 * replaces another account.
 */
const STORE_INFO = `
  insert into payout_info (user_id, country, method, account_type, recipient_name, account,
    account_key, updated_at, is_changed)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (user_id) do update set country = excluded.country, method = excluded.method,
    account_type = excluded.account_type, recipient_name = excluded.recipient_name,
    account = excluded.account,
    account_key = excluded.account_key, updated_at = excluded.updated_at,
    is_changed = payout_info.is_changed or excluded.is_changed`;

const READ_INFO = `select ${INFO} from payout_info where user_id = $1`;

/** Whether a locked payout account has more than `max` users, who have set it or have unrejected withdrawals to it. */
async function isShared(db: pg.PoolClient, accountKey: string, max: number): Promise<boolean> {
  const { rows } = await db.query<{ users: number }>(
    `select count(*)::int as users from (
       select user_id from payout_info where account_key = $1
       union select user_id from withdrawal where account_key = $1 and status <> 'rejected'
     ) as paid_there`,
    [accountKey],
  );
  return (rows[0]?.users ?? 0) > max;
}

/**
 * Stores a user's payout account; the caller has locked the row of `account`. A refused change is rolled back, and does
 * not count. Another method is a change too: the same user name may exist at two providers.
 * @param before the stored account; missing: this is the user's first account, which needs no proof
 * @throws Refusal proof_too_old, too_many_attempts, account_shared
 */
export async function changePayee(
  context: Change,
  caller: Caller,
  before: StoredInfo | undefined,
  to: Omit<StoredInfo, 'user_id' | 'account_kind'>,
): Promise<StoredInfo[]> {
  const { db, now, settings } = context;
  const { userId } = caller;
  if (before) await assertRecentProof(db, caller, now);
  const limit = settings.get('limit.payout_changes_per_day');
  const seconds = await takeSlot(db, { bucket: `payout:${userId}`, limit, lengthMs: DAY }, now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
  const { country, method, account_type, recipient_name, account } = to;
  const accountKey = await lockPayoutAccount(db, to.account_key);
  const kept = await sealAccount(db, userId, account);
  const payee = [country, method, account_type, recipient_name, kept, accountKey];
  // `lockPayoutAccount` may have just replaced the readable key by a random name
  const was = before?.account_key === to.account_key ? accountKey : before?.account_key;
  const isChanged = before !== undefined && (was !== accountKey || before.method !== method);
  await db.query(STORE_INFO, [userId, ...payee, now, isChanged]);
  const { rows } = await db.query<StoredInfo>(READ_INFO, [userId]);
  const stored = openAccounts(db, rows);
  if (before && !isChanged) return stored;
  if (was !== accountKey) {
    const kind = stored[0] ?? { account_type, account_kind: null };
    const max = mostUsersOf({ settings }, kind, account);
    if (max > 0 && (await isShared(db, accountKey, max))) throw new Refusal('account_shared');
  }
  await noteChange(context, userId, [before, stored[0]]);
  if (before) await notifyOwner(context, userId, 'payout');
  return stored;
}

/**
 * Logs a change of a payout account, because a thief may have made it, and a first payout account, because a ring of
 * accounts may share it.
 */
async function noteChange(
  { db, now }: Change,
  userId: bigint,
  [before, after]: readonly (StoredInfo | undefined)[],
): Promise<void> {
  if (!after) return;
  const said = ({ method, account }: StoredInfo) => `${method} ${maskAccount(account)}`;
  const entry = before
    ? { action: 'payout account changed', what: { before: said(before), after: said(after) } }
    : { action: 'first payout account', what: { after: said(after) } };
  await writeAudit(db, { who: `user ${userId}`, ...entry }, now);
}
