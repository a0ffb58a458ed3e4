import { expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { createBatch } from '../../server/domain/payout-batches.ts';
import {
  approveWithdrawal,
  failPayout,
  rejectWithdrawal,
  returnPayout,
} from '../../server/domain/settlement.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { runOperator } from '../../server/operator/cli.ts';
import { requestWithdrawal } from './payout.support.ts';
import { domain, fcm, setUpPush, waiting, worker } from './push.setup.ts';
import { addDevice, openWorker, queueMessages } from './push.support.ts';

setUpPush();

test('a paid withdrawal is announced once, in FCM’s format, with the service account', async () => {
  const user = await domain.user();
  await addDevice(domain, user, 'phone');
  const id = await requestWithdrawal(domain, user, '1234.5');
  await approveWithdrawal(domain.pool, id, domain.now());
  domain.advance(30_000);
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

test('a failed payout is announced, and a returned payout replaces its payment’s message', async () => {
  const user = await domain.user();
  await addDevice(domain, user, 'phone');
  const id = await requestWithdrawal(domain, user, '7');
  await approveWithdrawal(domain.pool, id, domain.now());
  domain.advance(1_000);
  await returnPayout(domain.pool, id, 'The account is closed', domain.now());
  domain.advance(1_000);
  const order = { method: 'gcash', format: 'csv', limit: null } as const;
  const approval = { who: 'bo', above: 0n };
  const { withdrawal } = await withdraw(domain.context(), user, { amount: '8' });
  await createBatch(domain.pool, { ...order, approval }, () => Buffer.from('-'), domain.now());
  await failPayout(domain.pool, withdrawal.id, 'The account is closed', domain.now());
  await worker.work();
  expect(
    fcm.arrivals.map(({ message }) => [
      message.data?.kind,
      message.data?.tag,
      message.notification,
    ]),
  ).toEqual([
    ['withdrawal_paid', `withdrawal-${id}`, expect.anything()],
    [
      'withdrawal_returned',
      `withdrawal-${id}`,
      {
        title: 'Withdrawal returned',
        body: 'Your withdrawal of 7.00 was sent back to us. The amount is back in your balance.',
      },
    ],
    [
      'withdrawal_failed',
      `withdrawal-${withdrawal.id}`,
      {
        title: 'Withdrawal failed',
        body: 'Your withdrawal of 8.00 could not be paid out. The amount is back in your balance.',
      },
    ],
  ]);
});

test('a settlement that is rolled back or refused queues no message', async () => {
  const user = await domain.user();
  await addDevice(domain, user, 'phone');
  const id = await requestWithdrawal(domain, user, '5');
  const undone = inTransaction(domain.pool, async (db) => {
    await approveWithdrawal(db, id, domain.now());
    const { rows } = await db.query('select kind from push');
    expect(rows).toEqual([{ kind: 'withdrawal_paid' }]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await waiting()).toBe(0);
  await rejectWithdrawal(domain.pool, id, 'no', domain.now());
  await expect(approveWithdrawal(domain.pool, id, domain.now())).rejects.toThrow(
    'rejected already',
  );
  expect(await waiting()).toBe(1);
});

test('a friend who joined is announced to the direct inviter, when the reward is credited, once', async () => {
  const grandparent = await domain.user();
  const inviter = await domain.user();
  await addDevice(domain, grandparent, 'grandparent');
  await addDevice(domain, inviter, 'inviter');
  const friend = await domain.user({
    username: 'mariacruz',
    inviters: [inviter.userId, grandparent.userId],
  });
  await addDevice(domain, friend, 'friend');
  await worker.work();
  expect(fcm.arrivals).toEqual([]);
  await handleLoginReward(domain.context(), friend, {});
  await worker.work();
  await handleLoginReward(domain.context(), friend, {});
  await worker.work();
  expect(fcm.arrivals).toMatchObject([
    {
      message: {
        token: 'inviter',
        notification: {
          title: 'A friend joined',
          body: '\u2068ma***uz\u2069 joined with your invitation.',
        },
        data: { kind: 'friend_joined', link: '/invite/index', tag: `friend-${friend.userId}` },
      },
    },
  ]);
});

test('a user without an inviter causes no message', async () => {
  const user = await domain.user();
  await addDevice(domain, user, 'phone');
  await handleLoginReward(domain.context(), user, {});
  expect(await waiting()).toBe(0);
});

test('the operator’s commands queue messages, also without a service account', async () => {
  // the command line's clock is the real one
  domain.setNow(new Date());
  const user = await domain.user();
  await addDevice(domain, user, 'phone');
  const id = await requestWithdrawal(domain, user, '2');
  for (const argv of [
    ['withdrawals', 'reject', String(id), '--reason', 'The account is closed'],
    ['config', 'set', 'video.daily_limit', '50'],
  ]) {
    const streams = { out: () => {}, err: () => {} };
    expect(await runOperator(argv, { DATABASE_URL: domain.url }, streams)).toBe(0);
  }
  domain.setNow(new Date());
  await worker.work();
  expect(fcm.arrivals.map(({ message }) => message.data.kind).sort()).toEqual([
    'daily_limit',
    'withdrawal_rejected',
  ]);
});

test('without a service account messages that only FCM could deliver are dropped', async () => {
  const user = await domain.user();
  const device = await addDevice(domain, user, 'phone');
  await queueMessages(domain, device, 2);
  const without = await openWorker(domain, fcm, { fcm: null });
  await without.work();
  expect([await waiting(), without.reports, fcm.arrivals]).toEqual([0, [], []]);
});
