import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { logout, updateFcmToken } from '../../server/domain/sessions.ts';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { setPushSwitch } from '../../server/push/queue.ts';
import {
  addDevice,
  openWorker,
  requestWithdrawal,
  type StandIn,
  startStandIn,
  type TestWorker,
} from './push.support.ts';
import { createBank, type TestBank } from './support.ts';

let bank: TestBank;
let fcm: StandIn;
let worker: TestWorker;

beforeAll(async () => {
  bank = await createBank();
  await bank.pool.query(
    `insert into payout_method values ('gcash', 'GCash', 'phone', '{PH}', '^09\\d{9}$', '', 1)`,
  );
  await bank.configure({ 'reward.download_app': '2000' });
});
beforeEach(async () => {
  fcm = await startStandIn();
  worker = await openWorker(bank, fcm);
  await setPushSwitch(bank.pool, true);
});
afterEach(async () => {
  await bank.pool.query('truncate push, session');
  await fcm.close();
});
afterAll(() => bank.drop());

async function waiting(): Promise<number> {
  const { rows } = await bank.pool.query('select count(*)::int as waiting from push');
  return rows[0].waiting;
}

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
