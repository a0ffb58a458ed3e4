import { beforeEach, expect, test } from 'vitest';
import { withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';

setUpDomain({ settings: { 'withdraw.notification_required': 'true', 'privacy.strict': 'eu' } });
beforeEach(() => domain.configure({ 'withdraw.notification_required': 'true' }));

/** Whether a user must allow notifications, by the countries of the account and of the call. */
async function isAsked(account: string | null, from: string | null): Promise<boolean> {
  const user = await domain.user();
  await domain.pool.query('update account set country = $2 where user_id = $1', [
    user.userId,
    account,
  ]);
  const context = domain.context();
  const visitor = { ...context.visitor, country: from };
  return (await withdrawConfig({ ...context, visitor }, user, {})).notification_required;
}

test.each([
  ['DE', null, false],
  ['NO', null, false],
  ['US', null, true],
  // the account's country takes precedence over the call's
  ['US', 'DE', true],
  ['DE', 'US', false],
  [null, 'FR', false],
  [null, 'US', true],
  [null, null, true],
])(
  'eu: an account of %s, seen from %s: notifications are required: %s',
  async (account, from, asked) => {
    expect(await isAsked(account, from)).toBe(asked);
  },
);

test('privacy.strict on requires no notifications, off leaves it to the operator’s setting', async () => {
  await domain.configure({ 'privacy.strict': 'on' });
  expect(await isAsked('US', null)).toBe(false);
  await domain.configure({ 'privacy.strict': 'off' });
  expect(await isAsked('DE', null)).toBe(true);
  await domain.configure({ 'withdraw.notification_required': 'false' });
  expect(await isAsked('DE', null)).toBe(false);
  await expect(domain.configure({ 'privacy.strict': 'yes' })).rejects.toThrow(
    'privacy.strict: must be one of on, off, eu',
  );
});
