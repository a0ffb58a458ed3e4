import type { Caller } from '../../server/domain/context.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import type { TestDomain } from './support.ts';

export const GCASH = {
  country: 'PH',
  method: 'gcash',
  recipient_name: 'Maria Cruz',
  account: '09171234567',
};

/** Adds the withdrawal method `gcash`, which the functions below need. */
export async function addGcash({ pool }: TestDomain): Promise<void> {
  await pool.query(
    `insert into payout_method
     values ('gcash', 'GCash', 'phone', '{PH}', '^09\\d{9}$', '09171234567', 1)`,
  );
}

/** Gives the user the reward of the task "download the app" and a payout account. */
export async function preparePayout(domain: TestDomain, user: Caller): Promise<void> {
  await claimTask(domain.context(), user, { task: 'download_app' });
  await updateWdinfo(domain.context(), user, GCASH);
}

/** Requests a withdrawal. @returns its id */
export async function requestWithdrawal(
  domain: TestDomain,
  user: Caller,
  amount: string,
): Promise<number> {
  await preparePayout(domain, user);
  return (await withdraw(domain.context(), user, { amount })).withdrawal.id;
}
