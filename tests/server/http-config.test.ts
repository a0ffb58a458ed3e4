import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../../server/config.environment.ts';
import { originOf, readConfig } from '../../server/config.ts';

const VAPID_KEY = 'B'.repeat(87);
const WEB_CONFIG = '{"apiKey":"k","projectId":"p"}';

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipurse-config-'));
  const account = { project_id: 'p', client_email: 'a@p.example', private_key: '-----BEGIN KEY' };
  await writeFile(file('account.json'), JSON.stringify({ ...account, type: 'service_account' }));
  await writeFile(file('broken.json'), '{"project_id":');
  await writeFile(file('partial.json'), '{"project_id":"p"}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a variable that is not set', () => {
  const defaults = {
    port: 4173,
    host: '127.0.0.1',
    databaseUrl: null,
    databasePool: 20,
    databaseWaitMs: 30_000,
    drainMs: 0,
    dataDir: resolve('data'),
    archiveDir: null,
    dataKeys: { given: [], file: resolve('data/data-key') },
    demoClipsDir: null,
    publicUrl: 'http://127.0.0.1:4173',
    logLevel: 'warn',
    trustProxy: false,
    countryHeader: null,
    metrics: null,
    tracesUrl: null,
    push: null,
    serviceAccount: null,
    fcmBaseUrl: 'https://fcm.googleapis.com',
    webPushHosts: [],
    mail: null,
    mediaStore: null,
  };

  test('has its default', () => {
    expect(readConfig({})).toEqual(defaults);
  });

  test('may also be empty', () => {
    expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', TRUST_PROXY: '' })).toEqual(
      defaults,
    );
  });
});

test('every variable that is set is read', () => {
  expect(
    readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://clip:secret@db.internal:5432/clipurse',
      DATABASE_POOL: '64',
      DATABASE_WAIT: '5',
      DRAIN_SECONDS: '10',
      DATA_DIR: '/srv/clipurse',
      DEMO_CLIPS_DIR: folder,
      PUBLIC_URL: 'https://clips.example/',
      LOG_LEVEL: 'debug',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      COUNTRY_HEADER: 'CF-IPCountry',
      METRICS_PORT: '9464',
      METRICS_HOST: '::1',
      FIREBASE_WEB_CONFIG: WEB_CONFIG,
      FIREBASE_VAPID_KEY: VAPID_KEY,
      FIREBASE_SERVICE_ACCOUNT: file('account.json'),
      FCM_BASE_URL: 'http://127.0.0.1:9099',
      WEB_PUSH_HOSTS: 'push.clips.example, localhost:8443',
      SMTP_URL: 'smtps://mailer:p%40ss@mail.clips.example:465',
      MAIL_FROM: 'help@clips.example',
    }),
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    databaseUrl: 'postgres://clip:secret@db.internal:5432/clipurse',
    databasePool: 64,
    databaseWaitMs: 5_000,
    drainMs: 10_000,
    dataDir: '/srv/clipurse',
    archiveDir: null,
    dataKeys: { given: [], file: '/srv/clipurse/data-key' },
    demoClipsDir: folder,
    publicUrl: 'https://clips.example',
    logLevel: 'debug',
    trustProxy: ['10.0.0.0/8', '::1'],
    countryHeader: 'cf-ipcountry',
    metrics: { port: 9464, host: '::1' },
    tracesUrl: null,
    push: { firebase: { apiKey: 'k', projectId: 'p' }, vapid_key: VAPID_KEY },
    serviceAccount: {
      project_id: 'p',
      client_email: 'a@p.example',
      private_key: '-----BEGIN KEY',
    },
    fcmBaseUrl: 'http://127.0.0.1:9099',
    webPushHosts: ['push.clips.example', 'localhost:8443'],
    mail: { url: 'smtps://mailer:p%40ss@mail.clips.example:465', from: 'help@clips.example' },
    mediaStore: null,
  });
});

test.each([
  ['true', true],
  ['false', false],
  ['0.0.0.0/32,::/128', ['0.0.0.0/32', '::/128']],
  ['192.168.1.5', ['192.168.1.5']],
])('TRUST_PROXY=%s', (text, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trustProxy);
});

test('metrics are served on loopback unless another address is set', () => {
  expect(readConfig({ METRICS_PORT: '0' }).metrics).toEqual({ port: 0, host: '127.0.0.1' });
});

test.each([
  'postgres://clip@/clipurse?host=%2Frun%2Fpostgresql',
  'postgres://clip:hid%23den@db/clipurse',
  'postgres://clip@db/clipurse?sslrootcert=/absent.pem',
])('the database URL %s is accepted', (url) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://localhost:80'],
  ['::', 'http://localhost:80'],
  ['::1', 'http://[::1]:80'],
  ['clips.example', 'http://clips.example:80'],
])('a server on %s has the public URL %s', (host, origin) => {
  expect(originOf(host, 80)).toBe(origin);
});

function messageOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

test.each([0, 65_535])('port %i is accepted', (port) => {
  expect(readConfig({ PORT: String(port) }).port).toBe(port);
});

test.each([
  [{ DATABASE_WAIT: '-1' }, 'DATABASE_WAIT must be a number of seconds from 0 to 9999'],
  [{ DRAIN_SECONDS: '61' }, 'DRAIN_SECONDS must be a number of seconds from 0 to 60'],
  [{ DATA_KEY_OLD: 'ab'.repeat(32) }, 'DATA_KEY is missing: DATA_KEY_OLD needs it'],
])('%j: a bad number of seconds, or a missing key, is refused', (environment, line) => {
  expect(() => readConfig(environment)).toThrow(line);
});

describe('a bad value is named in one line', () => {
  const proxies = 'must be true, false, or addresses such as 10.0.0.0/8,192.168.1.5';
  const port = 'PORT must be a number from 0 to 65535';
  const database = 'DATABASE_URL must be a URL such as postgres://user:password@host:5432/database';
  const hosts = 'must be hosts such as push.clips.example,127.0.0.1:8443';
  const url = 'must be an address such as https://clips.example, without a path';
  test.each([
    [{ PORT: '80a' }, port],
    [{ PORT: '65536' }, port],
    [{ PORT: '-1' }, port],
    [{ PORT: '1e3' }, port],
    [{ DATABASE_URL: 'mysql://user:hidden@db/x' }, database],
    [{ DATABASE_URL: 'db:5432' }, database],
    [{ PUBLIC_URL: 'clips.example' }, `PUBLIC_URL ${url}`],
    [{ PUBLIC_URL: 'https://clips.example/app' }, `PUBLIC_URL ${url}`],
    [{ PUBLIC_URL: 'ftp://clips.example' }, `PUBLIC_URL ${url}`],
    [{ DEMO_CLIPS_DIR: '/nowhere' }, 'DEMO_CLIPS_DIR must be a folder that this user can read'],
    [{ FCM_BASE_URL: 'https://:p@fcm.example' }, `FCM_BASE_URL ${url}`],
    [{ WEB_PUSH_HOSTS: 'https://push.example' }, `WEB_PUSH_HOSTS ${hosts}`],
    [{ WEB_PUSH_HOSTS: 'push.example,' }, `WEB_PUSH_HOSTS ${hosts}`],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    ],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL must be a number from 2 to 1000'],
    [{ DATABASE_POOL: '1001' }, 'DATABASE_POOL must be a number from 2 to 1000'],
    [{ DATABASE_POOL: 'many' }, 'DATABASE_POOL must be a number from 2 to 1000'],
    [{ TRUST_PROXY: '2' }, `TRUST_PROXY ${proxies}`],
    [{ TRUST_PROXY: '0.0.0.0/0' }, `TRUST_PROXY ${proxies}`],
    [{ TRUST_PROXY: '10.0.0.0/33' }, `TRUST_PROXY ${proxies}`],
    [{ FIREBASE_VAPID_KEY: 'key' }, 'FIREBASE_WEB_CONFIG is missing: FIREBASE_VAPID_KEY needs it'],
    [
      { FIREBASE_WEB_CONFIG: WEB_CONFIG },
      'FIREBASE_VAPID_KEY is missing: FIREBASE_WEB_CONFIG needs it',
    ],
    [
      { FIREBASE_WEB_CONFIG: '{"apiKey":', FIREBASE_VAPID_KEY: VAPID_KEY },
      'FIREBASE_WEB_CONFIG must be a JSON object of texts with an apiKey',
    ],
    [
      { FIREBASE_WEB_CONFIG: '{"projectId":"p"}', FIREBASE_VAPID_KEY: VAPID_KEY },
      'FIREBASE_WEB_CONFIG must be a JSON object of texts with an apiKey',
    ],
    [
      { FIREBASE_WEB_CONFIG: WEB_CONFIG, FIREBASE_VAPID_KEY: 'short' },
      'FIREBASE_VAPID_KEY must be the web push key that the Firebase console shows',
    ],
  ])('%j', (env, message) => {
    expect(messageOf(env)).toBe(message);
  });

  test.each([
    ['absent.json', 'FIREBASE_SERVICE_ACCOUNT must be a file that this user can read'],
    ['broken.json', 'FIREBASE_SERVICE_ACCOUNT must be the JSON key file of a service account'],
    ['partial.json', 'FIREBASE_SERVICE_ACCOUNT must be the JSON key file of a service account'],
  ])('the service account %s', (name, message) => {
    expect(messageOf({ FIREBASE_SERVICE_ACCOUNT: file(name) })).toBe(message);
  });
});

test.each([
  ...['postgres://user:hid#den@db:5432/clips', 'postgres://user:hid/den@db:5432/clips'],
  ...['postgres://user:hid?den@db:5432/clips', 'postgres://user:hidden@db:port/clips'],
  // the start of this password looks like a port
  'postgres://user:12#34@db:5432/clips',
])('%s is refused with the advice to percent-encode the password', (url) => {
  expect(messageOf({ DATABASE_URL: url })).toBe(
    'DATABASE_URL is no URL: percent-encode the special characters in its password (# is %23, / is %2F, ? is %3F)',
  );
});

test.each([
  [{ METRICS_PORT: '65536' }, 'METRICS_PORT must be a number from 0 to 65535'],
  [{ METRICS_HOST: '::1' }, 'METRICS_PORT is missing: METRICS_HOST needs it'],
  [
    { COUNTRY_HEADER: 'country: IN', TRUST_PROXY: 'true' },
    'COUNTRY_HEADER must be the name of a header such as cf-ipcountry',
  ],
  [{ COUNTRY_HEADER: 'cf-ipcountry' }, 'COUNTRY_HEADER needs TRUST_PROXY, which names the proxy'],
])('the network setting %j is a bad value', (env, message) => {
  expect(messageOf(env)).toBe(message);
});
