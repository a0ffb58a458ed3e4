import { expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../server/domain/settlement.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { runOperator } from '../../server/operator/cli.ts';
import { startPush } from '../../server/push/start.ts';
import { bank, fcm, setUpPush, waiting, worker } from './push.setup.ts';
import { addDevice, requestWithdrawal } from './push.support.ts';

setUpPush();

test('a paid withdrawal is told once, as FCM wants it, by the service account', async () => {
  const user = await bank.user();
  await addDevice(bank, user, 'phone');
  const id = await requestWithdrawal(bank, user, '1234.5');
  await approveWithdrawal(bank.pool, id, bank.now());
  bank.pass(30_000);
  await worker.work();
  await worker.work();
  const tag = `withdrawal-${id}`;
  expect(fcm.arrivals).toEqual([
    {
      authorization: 'Bearer access-1',
      path: '/v1/projects/clips-test/messages:send',
      message: {
        token: 'phone',
        notification: {
          title: 'Withdrawal paid',
          body: 'Your withdrawal of 1,234.50 has been paid out.',
        },
        data: {
          kind: 'withdrawal_paid',
          link: '/withdraw/index',
          icon: '/pwa-192x192.png',
          tag,
        },
        webpush: {
          headers: { TTL: '86370', Topic: tag },
          notification: { icon: '/pwa-192x192.png', tag, lang: 'en' },
          fcm_options: { link: 'https://clips.example/withdraw/index' },
        },
      },
    },
  ]);
  expect(fcm.claims).toEqual([
    {
      iss: 'push@clips-test.example',
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      aud: fcm.serviceAccount.token_uri,
      iat: expect.any(Number),
      exp: expect.any(Number),
    },
  ]);
  expect(await waiting()).toBe(0);
  expect(worker.reports).toEqual([]);
});

test('a rejected withdrawal is told with its exact amount', async () => {
  const user = await bank.user();
  await addDevice(bank, user, 'phone');
  const id = await requestWithdrawal(bank, user, '7.0001');
  await rejectWithdrawal(bank.pool, id, 'The account is closed', bank.now());
  await worker.work();
  expect(fcm.arrivals).toMatchObject([
    {
      message: {
        notification: {
          title: 'Withdrawal rejected',
          body: 'Your withdrawal of 7.0001 was rejected. The amount is back in your balance.',
        },
        data: { kind: 'withdrawal_rejected', link: '/withdraw/index' },
      },
    },
  ]);
});

test('a settlement that is rolled back, or refused, queues nothing', async () => {
  const user = await bank.user();
  await addDevice(bank, user, 'phone');
  const id = await requestWithdrawal(bank, user, '5');
  const undone = inTransaction(bank.pool, async (db) => {
    await approveWithdrawal(db, id, bank.now());
    const { rows } = await db.query('select kind from push');
    expect(rows).toEqual([{ kind: 'withdrawal_paid' }]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await waiting()).toBe(0);
  await rejectWithdrawal(bank.pool, id, 'no', bank.now());
  await expect(approveWithdrawal(bank.pool, id, bank.now())).rejects.toThrow('rejected already');
  expect(await waiting()).toBe(1);
});

test('a friend who joined is told to the direct inviter, when the reward is credited, once', async () => {
  const grandparent = await bank.user();
  const inviter = await bank.user();
  await addDevice(bank, grandparent, 'grandparent');
  await addDevice(bank, inviter, 'inviter');
  const friend = await bank.user({
    username: 'mariacruz',
    inviters: [inviter.userId, grandparent.userId],
  });
  await addDevice(bank, friend, 'friend');
  await worker.work();
  expect(fcm.arrivals).toEqual([]);
  await handleLoginReward(bank.context(), friend, {});
  await worker.work();
  await handleLoginReward(bank.context(), friend, {});
  await worker.work();
  expect(fcm.arrivals).toMatchObject([
    {
      message: {
        token: 'inviter',
        notification: { title: 'A friend joined', body: 'ma***uz joined with your invitation.' },
        data: { kind: 'friend_joined', link: '/invite/index', tag: `friend-${friend.userId}` },
      },
    },
  ]);
});

test('nobody is told when nobody invited', async () => {
  const user = await bank.user();
  await addDevice(bank, user, 'phone');
  await handleLoginReward(bank.context(), user, {});
  expect(await waiting()).toBe(0);
});

test('what the operator does is told, from a command line that knows of no service account', async () => {
  // the command line's clock is the real one
  bank.setNow(new Date());
  const user = await bank.user();
  await addDevice(bank, user, 'phone');
  const id = await requestWithdrawal(bank, user, '2');
  for (const argv of [
    ['withdrawals', 'reject', String(id), '--reason', 'The account is closed'],
    ['config', 'set', 'video.daily_limit', '50'],
  ]) {
    const streams = { out: () => {}, err: () => {} };
    expect(await runOperator(argv, { DATABASE_URL: bank.url }, streams)).toBe(0);
  }
  bank.setNow(new Date());
  await worker.work();
  expect(fcm.arrivals.map(({ message }) => message.data.kind).sort()).toEqual([
    'daily_limit',
    'withdrawal_rejected',
  ]);
});

test('where push is not set up, nothing is queued and what was waiting is dropped', async () => {
  const [user, other] = [await bank.user(), await bank.user()];
  await addDevice(bank, user, 'phone');
  await addDevice(bank, other, 'other');
  const first = await requestWithdrawal(bank, other, '2');
  await approveWithdrawal(bank.pool, first, bank.now());
  expect(await waiting()).toBe(1);
  const config = { serviceAccount: null, fcmBaseUrl: fcm.url, publicUrl: '' };
  const stop = await startPush({ pool: bank.pool, config, onError: () => {} });
  expect(await waiting()).toBe(0);
  const id = await requestWithdrawal(bank, user, '2');
  await rejectWithdrawal(bank.pool, id, 'no', bank.now());
  const friend = await bank.user({ inviters: [user.userId] });
  await handleLoginReward(bank.context(), friend, {});
  await bank.configure({ 'video.daily_limit': '77' });
  expect(await waiting()).toBe(0);
  const { rows } = await bank.pool.query('select * from push_announcement');
  expect(rows).toEqual([]);
  await stop();
  await worker.work();
  expect(fcm.arrivals).toEqual([]);
});
