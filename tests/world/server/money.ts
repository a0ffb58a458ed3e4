import type { Withdrawal, WithdrawInfo } from '../../../contract/shapes.ts';
import { Refusal } from './claims.ts';
import { type Account, balanceOf } from './ledger.ts';

const MINIMUM = 10_000n;

const unitsOf = (money: string): bigint => {
  const [whole = '0', places = ''] = money.split('.');
  return BigInt(whole + places.padEnd(4, '0'));
};

export const infoOf = ({ hasInfo, name }: Account): WithdrawInfo[] =>
  hasInfo
    ? [
        {
          ...{ country: 'US', method: 'paypal', account_type: 'email' as const },
          ...{ recipient_name: name, account: '****.com' },
        },
      ]
    : [];

const pendingOf = ({ withdrawals }: Account) =>
  withdrawals.find(({ status }) => status === 'pending') ?? null;

export const termsOf = (account: Account) => ({
  ...{ balance: balanceOf(account), local_amount: '1.00', local_currency: 'USD' },
  ...{ min_amount: '1.0000', notification_required: false, requirements: [] },
  pending: pendingOf(account),
});

export function withdraw(account: Account, amount: string, nowMs: number) {
  const units = unitsOf(amount);
  if (units < MINIMUM) throw new Refusal('amount_too_small');
  if (units > unitsOf(balanceOf(account))) throw new Refusal('amount_exceeds_balance');
  if (pendingOf(account)) throw new Refusal('pending_exists');
  const withdrawal: Withdrawal = {
    id: account.id * 1_000 + account.withdrawals.length + 1,
    amount: `${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}`,
    ...{ local_amount: '1.00', local_currency: 'USD', method: 'paypal', account: '****.com' },
    ...{ recipient_name: account.name, status: 'pending', reason: null },
    ...{ created_at: new Date(nowMs).toISOString(), settled_at: null },
  };
  account.withdrawals.unshift(withdrawal);
  return { withdrawal, balance: balanceOf(account) };
}

/** The operator's decision on a withdrawal. */
export function decide(account: Account, status: 'paid' | 'rejected', nowMs: number): void {
  account.withdrawals = account.withdrawals.map((each) =>
    each.status === 'pending'
      ? { ...each, status, settled_at: new Date(nowMs).toISOString() }
      : each,
  );
}
