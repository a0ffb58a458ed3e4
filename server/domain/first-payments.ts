import type { Database } from '../database/database.ts';
import type { Context } from './context.ts';
import { isEasyToGet } from './payout-accounts/easy.ts';
import type { KindOfAccount } from './payout-accounts/kinds.ts';

/**
 * SQL of a column `is_known` of `payout_info`: a payment by the same method to the same account was paid, and did not
 * come back.
 */
export const IS_KNOWN = `exists (
    select from withdrawal
    where withdrawal.user_id = payout_info.user_id and step = 'paid'
      and withdrawal.method = payout_info.method
      and withdrawal.account_key = payout_info.account_key
  ) as is_known`;

interface HeldPayee extends KindOfAccount {
  readonly account: string;
  readonly is_known: boolean;
  /** whether the account replaced another one */
  readonly is_changed: boolean;
}

/**
 * Hours before a request can be paid. A request to an account that has not yet received a payment waits if the account
 * is easy to get, or replaced another one.
 */
export function holdHours(
  { settings }: Pick<Context, 'settings'>,
  payee: HeldPayee | null,
): number {
  if (!payee || payee.is_known) return 0;
  const easy = isEasyToGet(payee, payee.account)
    ? settings.get('withdraw.easy_method_hold_days')
    : 0;
  const changed = payee.is_changed ? settings.get('withdraw.account_change_hold_hours') : 0;
  return Math.max(easy * 24, changed);
}

/** The most users who may be paid to one account; 0: any number. */
export function mostUsersOf(
  { settings }: Pick<Context, 'settings'>,
  kind: KindOfAccount,
  account: string,
): number {
  const most = settings.get('withdraw.accounts_shared_max');
  return isEasyToGet(kind, account) ? Math.min(most, 1) : most;
}

/** SQL: whether a row of `withdrawal` may not be paid yet. @param now SQL of the present */
export const isHeld = (now: string): string => `coalesce(held_until > ${now}::timestamptz, false)`;

/** The reason why a withdrawal is held at a moment; null: it is not held. */
export async function whyHeld(db: Database, id: number, now: Date): Promise<string | null> {
  const { rows } = await db.query<{ held_until: Date }>(
    `select held_until from withdrawal where withdrawal_id = $1 and ${isHeld('$2')}`,
    [id, now],
  );
  const until = rows[0]?.held_until.toISOString();
  return until
    ? `withdrawal ${id} is the first to an account that is easy to get, or was changed: the withdrawal can be paid from ${until} on`
    : null;
}
