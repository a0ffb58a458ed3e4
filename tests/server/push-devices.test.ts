import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { logout, updateFcmToken } from '../../server/domain/sessions.ts';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { bank, fcm, setUpPush, waiting, worker } from './push.setup.ts';
import { addDevice, requestWithdrawal } from './push.support.ts';

setUpPush();

const words = () => fcm.arrivals.map(({ message }) => [message.token, message.notification.body]);

test('each device of the user is told, and no other', async () => {
  const [user, other] = [await bank.user(), await bank.user()];
  await addDevice(bank, user, 'phone');
  await addDevice(bank, user, 'tablet');
  await addDevice(bank, other, 'stranger');
  const silent = await addDevice(bank, user, 'laptop');
  await updateFcmToken(bank.context(), silent, { fcm_token: '' });
  const id = await requestWithdrawal(bank, user, '2');
  await approveWithdrawal(bank.pool, id, bank.now());
  await worker.work();
  const body = 'Your withdrawal of 2.00 has been paid out.';
  expect(words().sort()).toEqual([
    ['phone', body],
    ['tablet', body],
  ]);
  // one access token serves them all
  expect(fcm.claims).toHaveLength(1);
});

test('a message goes to what its device has become in the meantime', async () => {
  const [user, other] = [await bank.user(), await bank.user()];
  const kept = await addDevice(bank, user, 'old token');
  const left = await addDevice(bank, user, 'logged out');
  await addDevice(bank, user, 'sold');
  const id = await requestWithdrawal(bank, user, '2');
  await approveWithdrawal(bank.pool, id, bank.now());
  expect(await waiting()).toBe(3);
  await updateFcmToken(bank.context(), kept, { fcm_token: 'new token' });
  await logout(bank.context(), left, {});
  await addDevice(bank, other, 'sold');
  await worker.work();
  expect(words()).toEqual([['new token', 'Your withdrawal of 2.00 has been paid out.']]);
  expect(await waiting()).toBe(0);
});

test.each([
  ['is blocked', 'update account set blocked_at = now() where user_id = $1'],
  [
    'has another password since',
    `update account set password_changed_at = '2100-01-01' where user_id = $1`,
  ],
  ['let the session run out', `update session set expires_at = '2020-01-01' where user_id = $1`],
])('a device is not told when its user %s', async (_why, statement) => {
  const user = await bank.user();
  await addDevice(bank, user, 'phone');
  const id = await requestWithdrawal(bank, user, '2');
  await approveWithdrawal(bank.pool, id, bank.now());
  await bank.pool.query(statement, [user.userId]);
  await worker.work();
  expect([fcm.arrivals, await waiting()]).toEqual([[], 0]);
});

test('the longest push token of the contract can be stored, replaced and told', async () => {
  const user = await bank.user();
  const longest = randomBytes(3072).toString('base64url');
  expect(longest).toHaveLength(4096);
  await addDevice(bank, user, longest);
  await addDevice(bank, user, longest);
  const id = await requestWithdrawal(bank, user, '2');
  await approveWithdrawal(bank.pool, id, bank.now());
  await worker.work();
  expect(words()).toEqual([[longest, 'Your withdrawal of 2.00 has been paid out.']]);
});
