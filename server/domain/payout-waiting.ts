import type { Database } from '../database/database.ts';
import { mayPay } from './approvals.ts';
import { readPersonSums } from './approved-alone.ts';
import { isHeld } from './first-payments.ts';
import type { Paid } from './paid-currency.ts';
import type { AccountRule } from './payout-accounts/account-keys.ts';
import { openAccounts } from './payout-accounts/sealed.ts';
import { type BatchOrder, canHoldAccount, FITS_SUM } from './payout-choice.ts';
import { IS_BLOCKED, SettlementError, throwStepError, transitionOf } from './payout-steps.ts';

/** An undecided request, with the fields that decide whether a batch may take it. */
export interface WaitingRequest extends Omit<AccountRule, 'account_pattern'>, Paid {
  readonly withdrawal_id: bigint;
  /** 1/10,000 units */
  readonly amount: bigint;
  readonly country: string;
  readonly recipient_name: string;
  readonly account: string;
  /** null: the method is removed, and has no rule for its accounts any more */
  readonly account_pattern: string | null;
  readonly is_in_review: boolean;
  readonly is_blocked: boolean;
  /** the first request to an account that is easy to get or was changed; its waiting time has not ended */
  readonly is_held: boolean;
  /** whether the operator may pay it, within the limit of the day */
  readonly may_pay: boolean;
  /** whether the format can hold its amount and its account exactly */
  readonly is_exact: boolean;
  /** no payment was made to its account, except returned ones */
  readonly is_new_account: boolean;
}

/** All undecided requests of a method, or only those of `only`; the oldest first. */
export async function readWaiting(
  db: Database,
  { method, format, approval, only }: BatchOrder,
  now: Date,
): Promise<WaitingRequest[]> {
  const { rows } = await db.query<WaitingRow>(
    `select user_id, withdrawal_id, amount, pay_currency, pay_amount, pay_rate, country, method, recipient_name, account,
       withdrawal.account_type, account_kind, account_pattern, account_key, step = 'in_review' as is_in_review,
       ${IS_BLOCKED} as is_blocked, ${isHeld('$7')} as is_held, ${mayPay('$2', '$3', '$4')} as may_pay,
       ${FITS_SUM[format]} as is_exact
     from withdrawal left join payout_method using (method)
     where method = $1 and (step = 'in_review' or step = any($5))
       and ($6::bigint[] is null or withdrawal_id = any($6))
     order by withdrawal_id`,
    [
      ...[method, approval.who, approval.above, await readPersonSums(db, approval, now)],
      ...[transitionOf('batch.exported').from, only ?? null, now],
    ],
  );
  const known = await findPaid(db, rows);
  return openAccounts(db, rows).map(({ account_key, ...row }) => ({
    ...row,
    is_exact: row.is_exact && canHoldAccount(format, row.account),
    is_new_account: !known.has(account_key),
  }));
}

type WaitingRow = Omit<WaitingRequest, 'is_new_account'> & {
  readonly user_id: bigint;
  /** null: not computed yet */
  readonly account_key: string | null;
};

/** The accounts of these requests that have received a payment. */
async function findPaid(db: Database, waiting: readonly WaitingRow[]): Promise<Set<string | null>> {
  const keys = waiting.flatMap(({ account_key }) => account_key ?? []);
  const { rows } = await db.query<{ account_key: string | null }>(
    `select distinct account_key from withdrawal
     where account_key = any($1::text[]) and step = 'paid'`,
    [[...new Set(keys)]],
  );
  return new Set(rows.map(({ account_key }) => account_key));
}

/** @throws SettlementError when there is no such method */
export async function assertMethodExists(db: Database, method: string): Promise<void> {
  const { rowCount } = await db.query('select from payout_method where method = $1', [method]);
  if (rowCount === 0) throw new SettlementError(`there is no method "${method}"`);
}

/** @throws SettlementError when one of the requests is not waiting for payment by the method */
export async function assertWaiting(
  db: Database,
  method: string,
  ids: readonly bigint[],
): Promise<void> {
  const { from } = transitionOf('batch.exported');
  for (const id of ids) {
    const { rows } = await db.query<{ method: string; is_open: boolean }>(
      'select method, step = any($2) as is_open from withdrawal where withdrawal_id = $1',
      [id, from],
    );
    const [row] = rows;
    if (row && row.method !== method) {
      throw new SettlementError(
        `withdrawal ${id} is to be paid by ${row.method}, not by ${method}`,
      );
    }
    if (!row?.is_open) await throwStepError(db, Number(id), 'batch.exported');
  }
}
