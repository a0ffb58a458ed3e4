import type { TestDomain } from '../support.ts';
import { expectAnswer } from './coverage.ts';
import type { User } from './server.ts';

export const INFO = {
  country: 'DE',
  method: 'test_phone',
  recipient_name: 'Anna Example',
  account: '4915112345678',
};

/** Adds a payout method with accounts of at least six digits. */
export async function addPayoutMethod({ pool }: TestDomain): Promise<void> {
  await pool.query(
    `insert into payout_method (method, name, account_type, countries, account_pattern,
       account_hint, position)
     values ('test_phone', 'Phone', 'phone', '{DE}', '^[0-9]{6,}$', '4915…', 900)`,
  );
}

/** Pays the registration reward to the user, and sets a payout account. */
export async function preparePayout(
  { client }: Pick<User, 'client'>,
  info: Partial<typeof INFO> = {},
): Promise<void> {
  await expectAnswer(client, 'handleLoginReward');
  await expectAnswer(client, 'updateWdinfo', { ...INFO, ...info });
}
