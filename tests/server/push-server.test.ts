import { expect, onTestFinished, test, vi } from 'vitest';
import { findVapidKeys } from '../../server/domain/vapid.ts';
import { CERTIFICATE } from './certificate.ts';
import { Client } from './http/client.ts';
import { startInProcess } from './http/in-process.ts';
import { type ServerProcess, startProcess } from './http/process.ts';
import { accountFile, domain, fcm, folder, setUpPush, waiting } from './push.setup.ts';
import { addDevice, fcmError, hold, queueMessages, refusal, SENT } from './push.support.ts';
import { addWebDevice, makeDevice, startPushService } from './web-push.support.ts';

setUpPush();

const web = {
  FIREBASE_WEB_CONFIG: '{"apiKey":"k","projectId":"clips-test"}',
  FIREBASE_VAPID_KEY: 'B'.repeat(87),
};

const place = () => ({ DATABASE_URL: domain.url, DATA_DIR: folder, ...web });

/** Starts the server as a separate process, which ends with the test. */
async function start(env: Record<string, string>): Promise<[ServerProcess, Client]> {
  const started = startProcess({ ...place(), ...env });
  onTestFinished(async () => {
    started.child.kill('SIGKILL');
    await started.ended;
  });
  return [started, new Client(await started.ready, null)];
}

async function configOf(client: Client) {
  const { push, web_push } = (await client.send('getAppConfig')).envelope.data ?? {};
  return { push, web_push };
}

const isAnswered = (client: Client) =>
  client.send('getAppConfig').then(
    () => true,
    () => false,
  );

test('the server sends with its service account and stops in order while a message is being sent', async () => {
  domain.setNow(new Date());
  const device = await addDevice(domain, await domain.user(), 'phone');
  const answer = hold(fcm);
  const env = { FIREBASE_SERVICE_ACCOUNT: accountFile, FCM_BASE_URL: fcm.url };
  const [{ child, ended, output }, client] = await start(env);
  expect(await configOf(client)).toEqual({
    push: {
      firebase: { apiKey: 'k', projectId: 'clips-test' },
      vapid_key: web.FIREBASE_VAPID_KEY,
    },
    web_push: null,
  });
  await queueMessages(domain, device, 1);
  await fcm.count(1);
  child.kill('SIGTERM');
  // the server answers no more calls, but is still sending the message
  while (await isAnswered(client));
  answer(SENT);
  expect(await ended).toEqual({ code: 0, signal: null });
  expect([output.stderr, await waiting()]).toEqual(['', 0]);
});

test('the server logs FCM’s codes, and nothing about a person or a key', async () => {
  domain.setNow(new Date());
  const device = await addDevice(domain, await domain.user(), 'secret-device');
  await queueMessages(domain, device, 3);
  fcm.answer = () => refusal(403, 'PERMISSION_DENIED', [fcmError('SENDER_ID_MISMATCH')]);
  const env = { FIREBASE_SERVICE_ACCOUNT: accountFile, FCM_BASE_URL: fcm.url };
  const { output, stop } = await startInProcess({ ...place(), ...env });
  while ((await waiting()) > 0);
  await stop();
  const logged = output.stdout.split('\n').filter((line) => line.startsWith('{'));
  // without DATA_KEY the server logs that data are not encrypted
  const lines = logged.filter((line) => !line.includes('DATA_KEY'));
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

test('without a service account the app gets the key for web push, the same at every start', async () => {
  const starts = [await startInProcess(place()), await startInProcess(place())];
  const told = await Promise.all(starts.map(({ address }) => configOf(new Client(address, null))));
  await Promise.all(starts.map(({ stop }) => stop()));
  const web_push = { vapid_key: (await findVapidKeys(domain.pool)).publicKey };
  expect(told).toEqual([
    { push: null, web_push },
    { push: null, web_push },
  ]);
});

test('without Firebase the server sends by web push, which the browser decrypts, and logs no address', async () => {
  domain.setNow(new Date());
  const service = await startPushService();
  const phone = makeDevice(`${service.url}/phone`);
  const [{ child, ended, output }] = await start({
    PUBLIC_URL: 'https://clips.example',
    WEB_PUSH_HOSTS: service.host,
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
  });
  const device = await addWebDevice(domain, await domain.user(), phone.subscription);
  await queueMessages(domain, device, 1);
  await vi.waitFor(() => expect(service.deliveries).toHaveLength(1), 30_000);
  while ((await waiting()) > 0);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, signal: null });
  await service.close();
  const [delivery] = service.deliveries;
  expect(JSON.parse(phone.decrypt(delivery?.body as Buffer))).toMatchObject({ web_push: 8030 });
  expect([output.stderr, output.stdout]).toEqual(['', expect.not.stringContaining('/phone')]);
});
