import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { logout, updateFcmToken } from '../../server/domain/sessions.ts';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { requestWithdrawal } from './payout.support.ts';
import { domain, fcm, setUpPush, waiting, worker } from './push.setup.ts';
import { addDevice } from './push.support.ts';

setUpPush();

const words = () => fcm.arrivals.map(({ message }) => [message.token, message.notification.body]);

test('each device of the user gets a message, and no other device', async () => {
  const [user, other] = [await domain.user(), await domain.user()];
  await addDevice(domain, user, 'phone');
  await addDevice(domain, user, 'tablet');
  await addDevice(domain, other, 'stranger');
  const silent = await addDevice(domain, user, 'laptop');
  await updateFcmToken(domain.context(), silent, { fcm_token: '' });
  const id = await requestWithdrawal(domain, user, '2');
  await approveWithdrawal(domain.pool, id, domain.now());
  await worker.work();
  const body = 'Your withdrawal of 2.00 has been paid out.';
  expect(words().sort()).toEqual([
    ['phone', body],
    ['tablet', body],
  ]);
  // one access token serves all messages
  expect(fcm.claims).toHaveLength(1);
});

test('a message goes to its device’s current token, if the device is still the user’s', async () => {
  const [user, other] = [await domain.user(), await domain.user()];
  const kept = await addDevice(domain, user, 'old token');
  const left = await addDevice(domain, user, 'logged out');
  await addDevice(domain, user, 'sold');
  const id = await requestWithdrawal(domain, user, '2');
  await approveWithdrawal(domain.pool, id, domain.now());
  expect(await waiting()).toBe(3);
  await updateFcmToken(domain.context(), kept, { fcm_token: 'new token' });
  await logout(domain.context(), left, {});
  await addDevice(domain, other, 'sold');
  await worker.work();
  expect(words()).toEqual([['new token', 'Your withdrawal of 2.00 has been paid out.']]);
  expect(await waiting()).toBe(0);
});

test.each([
  ['is blocked', 'update account set blocked_at = now() where user_id = $1'],
  [
    'has changed the password',
    `update account set password_changed_at = '2100-01-01' where user_id = $1`,
  ],
  ['has an expired session', 'update session set expires_at = $2 where user_id = $1'],
])('a device gets no message when its user %s', async (_why, statement) => {
  const user = await domain.user();
  await addDevice(domain, user, 'phone');
  const id = await requestWithdrawal(domain, user, '2');
  await approveWithdrawal(domain.pool, id, domain.now());
  // at expires_at exactly, the session has ended
  const values = statement.includes('$2') ? [user.userId, domain.now()] : [user.userId];
  await domain.pool.query(statement, values);
  await worker.work();
  expect([fcm.arrivals, await waiting()]).toEqual([[], 0]);
});

test('the longest push token of the contract can be stored, replaced and sent to', async () => {
  const user = await domain.user();
  const longest = randomBytes(3072).toString('base64url');
  expect(longest).toHaveLength(4096);
  await addDevice(domain, user, longest);
  await addDevice(domain, user, longest);
  const id = await requestWithdrawal(domain, user, '2');
  await approveWithdrawal(domain.pool, id, domain.now());
  await worker.work();
  expect(words()).toEqual([[longest, 'Your withdrawal of 2.00 has been paid out.']]);
});
