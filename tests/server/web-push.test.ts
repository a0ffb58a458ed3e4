import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { SECOND } from '../../server/domain/time.ts';
import { findVapidKeys } from '../../server/domain/vapid.ts';
import { requestWithdrawal } from './payout.support.ts';
import { domain, fcm, setUpPush, waiting } from './push.setup.ts';
import {
  addDevice,
  openWorker,
  queueMessages,
  type TestWorker,
  webPushOf,
} from './push.support.ts';
import {
  addWebDevice,
  makeDevice,
  type PushService,
  startPushService,
  type TestDevice,
} from './web-push.support.ts';

setUpPush();
let service: PushService;
let worker: TestWorker;
let phone: TestDevice;
beforeEach(async () => {
  service = await startPushService();
  phone = makeDevice(`${service.url}/phone`);
  worker = await openWorker(domain, fcm, { webPush: await webPushOf(domain, [service.host]) });
});
afterEach(() => service.close());

const addPhone = (user: Caller) => addWebDevice(domain, user, phone.subscription);

/** The messages that were delivered, as the phone reads them. */
const read = () => service.deliveries.map(({ body }) => JSON.parse(phone.decrypt(body)));

async function registered(user: Caller): Promise<number> {
  const { rows } = await domain.pool.query(
    'select count(web_push)::int as count from session where user_id = $1',
    [user.userId],
  );
  return rows[0].count;
}

test('only the browser can read the message about a paid withdrawal, and the browser shows it without the app', async () => {
  const user = await domain.user();
  await addPhone(user);
  const id = await requestWithdrawal(domain, user, '2');
  await approveWithdrawal(domain.pool, id, domain.now());
  domain.advance(60 * SECOND);
  await worker.work();
  await worker.work();
  const [delivery] = service.deliveries;
  expect(read()).toEqual([
    {
      web_push: 8030,
      notification: {
        title: 'Withdrawal paid',
        body: 'Your withdrawal of 2.00 has been paid out.',
        lang: 'en',
        tag: `withdrawal-${id}`,
        navigate: 'https://clips.example/withdraw/index',
        data: { kind: 'withdrawal_paid', link: '/withdraw/index' },
      },
    },
  ]);
  expect(delivery?.path).toBe('/phone');
  expect(delivery?.headers).toMatchObject({
    ttl: String(24 * 60 * 60 - 60),
    topic: `withdrawal-${id}`,
    urgency: 'normal',
    'content-encoding': 'aes128gcm',
  });
  expect(delivery?.body.toString('latin1')).not.toContain('Withdrawal');
  expect([await waiting(), worker.reports]).toEqual([0, []]);
});

test('each message proves its sender to this push service, and to no other', async () => {
  const user = await domain.user();
  await queueMessages(domain, await addPhone(user), 1);
  await worker.work();
  const { publicKey } = await findVapidKeys(domain.pool);
  expect(service.deliveries).toMatchObject([
    { claims: { aud: service.url, sub: 'https://clips.example' }, vapidKey: publicKey },
  ]);
  const { exp } = service.deliveries[0]?.claims ?? {};
  // RFC 8292: at most a day ahead
  expect(Number(exp) * SECOND - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * SECOND);
});

test('one queue sends to devices of both kinds, to each device once', async () => {
  const user = await domain.user();
  await addPhone(user);
  await addDevice(domain, user, 'tablet');
  const id = await requestWithdrawal(domain, user, '2');
  await approveWithdrawal(domain.pool, id, domain.now());
  expect(await waiting()).toBe(2);
  await worker.work();
  expect([fcm.arrivals.map(({ message }) => message.token), read().length]).toEqual([
    ['tablet'],
    1,
  ]);
});

test('a raised daily limit is announced with low urgency', async () => {
  await addPhone(await domain.user());
  await domain.configure({ 'video.daily_limit': '33' });
  await worker.work();
  expect(read()).toMatchObject([{ notification: { tag: 'daily_limit' } }]);
  expect(service.deliveries[0]?.headers).toMatchObject({ urgency: 'low', topic: 'daily_limit' });
  await domain.configure({ 'video.daily_limit': '20' });
});

describe('a subscription that has ended', () => {
  test.each([404, 410])('is removed with its message: %i', async (status) => {
    const user = await domain.user();
    const device = await addPhone(user);
    service.answer = () => ({ status });
    await queueMessages(domain, device, 1);
    await worker.work();
    expect([await registered(user), await waiting(), worker.reports]).toEqual([0, 0, []]);
    await queueMessages(domain, device, 1);
    expect(await waiting()).toBe(0);
  });

  test('does not remove the subscription that the device has registered since', async () => {
    const user = await domain.user();
    const device = await addPhone(user);
    const newer = makeDevice(`${service.url}/newer`);
    await queueMessages(domain, device, 1);
    const answered = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { send } = await webPushOf(domain, [service.host]);
    const slow = await openWorker(domain, fcm, {
      webPush: {
        send: async (to, message) => {
          const result = await send(to, message);
          arrived.resolve();
          await answered.promise;
          return result;
        },
      },
    });
    service.answer = () => ({ status: 410 });
    const working = slow.work();
    await arrived.promise;
    await domain.pool.query('update session set web_push = $2 where user_id = $1', [
      user.userId,
      newer.subscription,
    ]);
    answered.resolve();
    await working;
    expect(await registered(user)).toBe(1);
  });

  test('or whose push service the operator no longer trusts is removed without a call', async () => {
    const user = await domain.user();
    await queueMessages(domain, await addPhone(user), 1);
    const careful = await openWorker(domain, fcm);
    await careful.work();
    expect([service.deliveries, await registered(user), await waiting()]).toEqual([[], 0, 0]);
  });
});

describe('a temporary failure is retried, another failure is not', () => {
  test.each([
    [{ status: 503 }, 10 * SECOND],
    [{ status: 500, headers: { 'retry-after': '90' } }, 90 * SECOND],
    [{ status: 429 }, 60 * SECOND],
    [{ status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 10 * SECOND],
  ])('%j is sent again after %i ms', async (answer, wait) => {
    const user = await domain.user();
    await queueMessages(domain, await addPhone(user), 1);
    service.answer = () => (service.deliveries.length === 1 ? answer : { status: 201 });
    await worker.work();
    domain.advance(wait - 1);
    await worker.work();
    expect(service.deliveries).toHaveLength(1);
    domain.advance(1);
    await worker.work();
    expect([service.deliveries.length, await waiting()]).toEqual([2, 0]);
    expect(worker.reports).toEqual([`a push service answered ${answer.status}`]);
  });

  test.each([400, 401, 403, 413])('%i removes the message, not the device', async (status) => {
    const user = await domain.user();
    await queueMessages(domain, await addPhone(user), 1);
    service.answer = () => ({ status });
    await worker.work();
    expect([await waiting(), await registered(user)]).toEqual([0, 1]);
    expect(worker.reports).toEqual([`a message was given up: a push service answered ${status}`]);
  });

  test('a push service that does not answer is reported by the error’s code alone', async () => {
    const user = await domain.user();
    await queueMessages(domain, await addPhone(user), 1);
    await service.close();
    await worker.work();
    expect(worker.reports).toEqual(['a push service could not be reached: ECONNREFUSED']);
    expect(await waiting()).toBe(1);
  });
});
