import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startChild } from './children.ts';
import { Client } from './http/client.ts';
import { type ServerProcess, startProcess } from './http/process.ts';
import {
  type Answer,
  addDevice,
  openWorker,
  queueMessages,
  SENT,
  type StandIn,
  startStandIn,
} from './push.support.ts';
import { createBank, type TestBank } from './support.ts';

let bank: TestBank;
let fcm: StandIn;
let folder: string;
let accountFile: string;
let running: ServerProcess[] = [];

beforeAll(async () => {
  bank = await createBank();
  folder = await mkdtemp(join(tmpdir(), 'clipurse-push-'));
  accountFile = join(folder, 'account.json');
});
beforeEach(async () => {
  fcm = await startStandIn();
  await writeFile(accountFile, JSON.stringify(fcm.serviceAccount));
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
  await bank.pool.query('truncate push, session');
  await fcm.close();
});
afterAll(async () => {
  await bank.drop();
  await rm(folder, { recursive: true, force: true });
});

const LEASE_MS = 120_000;
const occasions = () => fcm.arrivals.map(({ message }) => message.data.tag).sort();
const withdrawals = (count: number) =>
  Array.from({ length: count }, (_, index) => `withdrawal-${index + 1}`).sort();

async function waiting(): Promise<number> {
  const { rows } = await bank.pool.query('select count(*)::int as waiting from push');
  return rows[0].waiting;
}

/** Answers nothing before it is told to. */
function hold(): (answer: Answer) => void {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  fcm.answer = () => promise;
  return resolve;
}

describe('several workers', () => {
  test('send each message once', async () => {
    const device = await addDevice(bank, await bank.user(), 'phone');
    await queueMessages(bank, device, 230);
    const workers = [await openWorker(bank, fcm), await openWorker(bank, fcm)];
    await Promise.all(workers.map(({ work }) => work()));
    expect(occasions()).toEqual(withdrawals(230));
    expect(await waiting()).toBe(0);
  });

  test('send no message that another one is sending', async () => {
    const device = await addDevice(bank, await bank.user(), 'phone');
    await queueMessages(bank, device, 1);
    const answer = hold();
    const [first, second] = [await openWorker(bank, fcm), await openWorker(bank, fcm)];
    const sending = first.work();
    await fcm.count(1);
    bank.pass(LEASE_MS - 1);
    await second.work();
    expect(fcm.arrivals).toHaveLength(1);
    answer(SENT);
    await sending;
    expect([fcm.arrivals.length, await waiting()]).toEqual([1, 0]);
  });

  test('leave a message to whom it was given after the lease', async () => {
    const device = await addDevice(bank, await bank.user(), 'phone');
    await queueMessages(bank, device, 1);
    const answer = hold();
    const [slow, next] = [await openWorker(bank, fcm), await openWorker(bank, fcm)];
    const sending = slow.work();
    await fcm.count(1);
    bank.pass(LEASE_MS);
    fcm.answer = () => ({ status: 503 });
    await next.work();
    answer(SENT);
    await sending;
    // it is the second one's now, which tries it again
    expect([fcm.arrivals.length, await waiting()]).toEqual([2, 1]);
  });
});

test('a stopped worker finishes what is on the way and gives the rest back', async () => {
  const device = await addDevice(bank, await bank.user(), 'phone');
  await queueMessages(bank, device, 35);
  const answer = hold();
  const stopping = new AbortController();
  const worker = await openWorker(bank, fcm);
  const sending = worker.work(stopping.signal);
  await fcm.count(10);
  stopping.abort();
  answer(SENT);
  await sending;
  expect([fcm.arrivals.length, await waiting()]).toEqual([10, 25]);
  await (await openWorker(bank, fcm)).work();
  expect(occasions()).toEqual(withdrawals(35));
});

test('what a killed worker was sending is sent again after its lease, and replaces itself', async () => {
  const device = await addDevice(bank, await bank.user(), 'phone');
  await queueMessages(bank, device, 12);
  hold();
  const child = startChild('push.ts', bank.url, accountFile, fcm.url, bank.now().toISOString());
  await fcm.count(10);
  child.process.kill('SIGKILL');
  await child.ended;
  const before = fcm.arrivals.map(({ message }) => message);
  fcm.answer = () => SENT;
  const worker = await openWorker(bank, fcm);
  bank.pass(LEASE_MS - 1);
  await worker.work();
  expect([fcm.arrivals.length, await waiting()]).toEqual([10, 12]);
  bank.pass(1);
  await worker.work();
  const after = fcm.arrivals.slice(10).map(({ message }) => message);
  expect(after.map(({ data }) => data.tag).sort()).toEqual(withdrawals(12));
  for (const { data, webpush } of before) {
    const again = after.find((message) => message.data.tag === data.tag);
    expect(again?.webpush.headers.Topic).toBe(webpush.headers.Topic);
    expect(again?.webpush.notification).toEqual(webpush.notification);
  }
  expect(await waiting()).toBe(0);
});

describe('the server', () => {
  const web = {
    FIREBASE_WEB_CONFIG: '{"apiKey":"k","projectId":"clips-test"}',
    FIREBASE_VAPID_KEY: 'B'.repeat(87),
  };

  async function start(env: Record<string, string>): Promise<[ServerProcess, Client]> {
    const started = startProcess({ DATABASE_URL: bank.url, DATA_DIR: folder, ...web, ...env });
    running.push(started);
    return [started, new Client(await started.ready, null)];
  }

  const pushOf = async (client: Client) =>
    (await client.send('getAppConfig')).envelope.data?.push as unknown;

  async function isOn(): Promise<boolean> {
    const { rows } = await bank.pool.query('select is_on from push_switch');
    return rows[0].is_on;
  }

  const isAnswered = (client: Client) =>
    client.send('getAppConfig').then(
      () => true,
      () => false,
    );

  test('sends with its service account and stops in order while a message is on the way', async () => {
    bank.setNow(new Date());
    const device = await addDevice(bank, await bank.user(), 'phone');
    const answer = hold();
    const env = { FIREBASE_SERVICE_ACCOUNT: accountFile, FCM_BASE_URL: fcm.url };
    const [{ child, ended, output }, client] = await start(env);
    expect(await pushOf(client)).toEqual({
      firebase: { apiKey: 'k', projectId: 'clips-test' },
      vapid_key: web.FIREBASE_VAPID_KEY,
    });
    await queueMessages(bank, device, 1);
    await fcm.count(1);
    child.kill('SIGTERM');
    // nobody is answered any more, but the message is still on the way
    while (await isAnswered(client));
    answer(SENT);
    expect(await ended).toEqual({ code: 0, signal: null });
    expect([output.stderr, await waiting()]).toEqual(['', 0]);
  });

  test('that cannot start leaves it as it is', async () => {
    const env = { FIREBASE_SERVICE_ACCOUNT: accountFile, FCM_BASE_URL: fcm.url };
    const [, client] = await start(env);
    const second = startProcess({ DATABASE_URL: bank.url, PORT: new URL(client.url).port });
    running.push(second);
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(await isOn()).toBe(true);
  });

  test('tells the app that push is not set up when it cannot send', async () => {
    const [, client] = await start({});
    expect(await pushOf(client)).toBeNull();
    expect(await isOn()).toBe(false);
  });
});
