import { accountSuffix } from '../../contract/mask.ts';
import { formatMoney } from '../../contract/money.ts';
import { reviewEnd, type WithdrawalRow } from '../domain/own-withdrawals.ts';
import { paidInWords } from '../domain/paid-currency.ts';
import { kindInSql, type MethodOfAccount } from '../domain/payout-accounts/kinds.ts';
import { openAccounts } from '../domain/payout-accounts/sealed.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { readSettings } from './settings.ts';

export interface OperatorRow extends WithdrawalRow, MethodOfAccount {
  readonly user_id: bigint;
  readonly username: string;
  readonly country: string;
  readonly prepared_by: string | null;
  readonly payout_reference: string | null;
  readonly is_blocked: boolean;
}

/** Fields of the answer; only `withdrawals show` has the whole account. */
export function toJson(row: OperatorRow, currency: string) {
  return {
    id: Number(row.withdrawal_id),
    username: row.username,
    amount: formatMoney(row.amount),
    currency,
    /** sum in the other currency that the method pays in; null: it pays in `currency` */
    pays: paidInWords(row),
    pay_rate: row.pay_rate,
    local_amount: row.local_amount,
    local_currency: row.local_currency,
    country: row.country,
    method: row.method,
    account_type: row.account_type,
    recipient_name: row.recipient_name,
    account: accountSuffix(row.account),
    status: row.status,
    step: row.step,
    review_due_at: reviewEnd(row),
    needs_decision: row.needs_decision,
    held_until: row.held_until?.toISOString() ?? null,
    payout_reference: row.payout_reference,
    prepared_by: row.prepared_by,
    is_blocked: row.is_blocked,
    cancelled: row.cancelled,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

export const COLUMNS = `user_id, withdrawal.withdrawal_id, username, amount, local_amount, local_currency,
  pay_currency, pay_amount, pay_rate,
  withdrawal.country, method, account_type, recipient_name, account, status, step,
  ${kindInSql('withdrawal')},
  review_due_at, needs_decision, held_until, payout_reference, prepared_by, cancelled, reason,
  withdrawal.created_at, settled_at, account.blocked_at is not null as is_blocked`;

/** @throws OperatorError when there is no such withdrawal */
export async function findRow({ db }: OperatorContext, id: number): Promise<OperatorRow> {
  const { rows } = await db.query<OperatorRow>(
    `select ${COLUMNS} from withdrawal join account using (user_id) where withdrawal_id = $1`,
    [id],
  );
  const [row] = openAccounts(db, rows);
  if (!row) throw new OperatorError(`there is no withdrawal ${id}`);
  return row;
}

export async function find(context: OperatorContext, id: number) {
  return toJson(await findRow(context, id), (await readSettings(context)).currency);
}
