import { describe, expect, test } from 'vitest';
import { startChild } from './children.ts';
import { accountFile, domain, fcm, setUpPush, waiting } from './push.setup.ts';
import { addDevice, hold, openWorker, queueMessages, SENT } from './push.support.ts';

setUpPush();

const LEASE_MS = 120_000;
const occasions = () => fcm.arrivals.map(({ message }) => message.data.tag).sort();
const withdrawals = (count: number) =>
  Array.from({ length: count }, (_, index) => `withdrawal-${index + 1}`).sort();

describe('several workers', () => {
  test('send each message once', async () => {
    const device = await addDevice(domain, await domain.user(), 'phone');
    await queueMessages(domain, device, 230);
    const workers = [await openWorker(domain, fcm), await openWorker(domain, fcm)];
    await Promise.all(workers.map(({ work }) => work()));
    expect(occasions()).toEqual(withdrawals(230));
    expect(await waiting()).toBe(0);
  });

  test('send each message once, also as three processes', async () => {
    const device = await addDevice(domain, await domain.user(), 'phone');
    await queueMessages(domain, device, 230);
    const time = domain.now().toISOString();
    const start = () => startChild('push.ts', domain.url, accountFile, fcm.url, time);
    const children = [start(), start(), start()];
    await Promise.all(children.map(({ ended }) => ended));
    expect(children.map(({ lines }) => lines)).toEqual([['done'], ['done'], ['done']]);
    expect(occasions()).toEqual(withdrawals(230));
    expect(await waiting()).toBe(0);
  });

  test('send no message that another worker is sending', async () => {
    const device = await addDevice(domain, await domain.user(), 'phone');
    await queueMessages(domain, device, 1);
    const answer = hold(fcm);
    const [first, second] = [await openWorker(domain, fcm), await openWorker(domain, fcm)];
    const sending = first.work();
    await fcm.count(1);
    domain.advance(LEASE_MS - 1);
    await second.work();
    expect(fcm.arrivals).toHaveLength(1);
    answer(SENT);
    await sending;
    expect([fcm.arrivals.length, await waiting()]).toEqual([1, 0]);
  });

  test('leave a message to the worker that took it after the lease', async () => {
    const device = await addDevice(domain, await domain.user(), 'phone');
    await queueMessages(domain, device, 1);
    const answer = hold(fcm);
    const [slow, next] = [await openWorker(domain, fcm), await openWorker(domain, fcm)];
    const sending = slow.work();
    await fcm.count(1);
    domain.advance(LEASE_MS);
    fcm.answer = () => ({ status: 503 });
    await next.work();
    answer(SENT);
    await sending;
    // the second worker has the message now, and will retry it
    expect([fcm.arrivals.length, await waiting()]).toEqual([2, 1]);
  });
});

test('a stopped worker finishes the messages that it is sending and gives the others back', async () => {
  const device = await addDevice(domain, await domain.user(), 'phone');
  await queueMessages(domain, device, 35);
  const answer = hold(fcm);
  const stopping = new AbortController();
  const worker = await openWorker(domain, fcm);
  const sending = worker.work(stopping.signal);
  await fcm.count(10);
  stopping.abort();
  answer(SENT);
  await sending;
  expect([fcm.arrivals.length, await waiting()]).toEqual([10, 25]);
  await (await openWorker(domain, fcm)).work();
  expect(occasions()).toEqual(withdrawals(35));
});
