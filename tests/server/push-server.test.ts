import { afterEach, beforeEach, expect, test } from 'vitest';
import { setPushSwitch } from '../../server/push/queue.ts';
import { Client } from './http/client.ts';
import { type ServerProcess, startProcess } from './http/process.ts';
import { accountFile, bank, fcm, folder, setUpPush, waiting } from './push.setup.ts';
import { addDevice, fcmError, hold, queueMessages, refusal, SENT } from './push.support.ts';

setUpPush();
let running: ServerProcess[] = [];
// whether messages are sent is for the server to say
beforeEach(() => setPushSwitch(bank.pool, false));
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
});

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

test('the server sends with its service account and stops in order while a message is on the way', async () => {
  bank.setNow(new Date());
  const device = await addDevice(bank, await bank.user(), 'phone');
  const answer = hold(fcm);
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

test('it logs FCM’s codes, and nothing about a person or a key', async () => {
  bank.setNow(new Date());
  const device = await addDevice(bank, await bank.user(), 'secret-device');
  await queueMessages(bank, device, 3);
  fcm.answer = () => refusal(403, 'PERMISSION_DENIED', [fcmError('SENDER_ID_MISMATCH')]);
  const env = { FIREBASE_SERVICE_ACCOUNT: accountFile, FCM_BASE_URL: fcm.url };
  const [{ child, ended, output }] = await start(env);
  while ((await waiting()) > 0);
  child.kill('SIGTERM');
  await ended;
  const lines = output.stdout.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'background work failed',
      err: {
        type: 'PushError',
        message: 'a message was given up: FCM answered 403 SENDER_ID_MISMATCH',
        frames: expect.any(Array),
      },
    }),
  ]);
  expect(output.stdout).not.toMatch(/secret-device|access-|PRIVATE|1\.00/);
});

test('a server that cannot start does not say whether push is set up', async () => {
  const env = { FIREBASE_SERVICE_ACCOUNT: accountFile, FCM_BASE_URL: fcm.url };
  const [, client] = await start(env);
  const second = startProcess({
    DATABASE_URL: bank.url,
    DATA_DIR: folder,
    PORT: new URL(client.url).port,
  });
  running.push(second);
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(await isOn()).toBe(true);
});

test('it tells the app that push is not set up when it cannot send', async () => {
  await setPushSwitch(bank.pool, true);
  const [, client] = await start({});
  expect(await pushOf(client)).toBeNull();
  expect(await isOn()).toBe(false);
});
