import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { extractCommit, findPreviousVersion } from '../../scripts/previous-version.ts';
import { type ClonedDatabase, cloneDatabase } from '../postgres/clone.ts';
import { makeDataHome } from '../postgres/leftovers.ts';
import { copyDataKey } from './backup.support.ts';
import { Client } from './http/client.ts';
import { type Addresses, Installation, Phone, under } from './year.support.ts';

const root = join(import.meta.dirname, '../..');
const previous = findPreviousVersion();
const home = await makeDataHome();
const [before, data, backup, elsewhere] = ['before', 'data', 'backup', 'elsewhere'].map((name) =>
  join(home, name),
) as [string, string, string, string];

const addresses: Addresses = [];
const phones = [1, 2, 3].map((number) => new Phone(number, addresses));
const installations: Installation[] = [];
let own: ClonedDatabase;

/** Installs a version; its server is killed when the tests end. */
function install(checkout: string, env: Record<string, string>): Installation {
  const installation = new Installation(checkout, env);
  installations.push(installation);
  return installation;
}

beforeAll(async () => {
  if (previous.missing !== null) return;
  mkdirSync(before);
  extractCommit(previous.commit, before);
  own = await cloneDatabase('template0');
});
afterAll(async () => {
  await Promise.all(installations.map((each) => each.kill()));
  await own?.drop();
  rmSync(home, { recursive: true, force: true });
});

const SETTINGS = {
  'video.watch_seconds': '0',
  'withdraw.requirements.videos': '0',
  'withdraw.review_signals': '',
  'withdraw.easy_method_hold_days': '0',
  'reward.download_app': '20',
  'limit.requests_per_minute': '0',
  'limit.user_requests_per_minute': '0',
};

async function configure(version: Installation): Promise<void> {
  const each = Object.entries(SETTINGS).map((pair) => version.operate('config', 'set', ...pair));
  await Promise.all(each);
  const [address = ''] = addresses;
  await vi.waitFor(async () => {
    const { text } = await new Client(address, null).send('videoList', { page: 1, limit: 1 });
    expect(text).toContain('"watch_seconds":0,');
  }, 30_000);
}

/** Expects that nobody is logged out, no acknowledged money is missing, and the ledger is in order. */
async function expectNothingLost(version: Installation): Promise<void> {
  for (const phone of phones) await phone.expectNothingLost();
  expect(await version.operate('ledger', 'verify')).toMatch(/^the ledger is in order$/m);
}

async function payOut(version: Installation, phone: Phone): Promise<void> {
  await version.operate('withdrawals', 'approve', await phone.withdraw('2'));
}

test.runIf(previous.missing === null)(
  'a year: the previous version, an upgrade, a restored backup, a move, and the previous version again',
  async () => {
    // installed, and people are paid
    const first = install(before, { DATA_DIR: data });
    addresses.push(await first.start());
    await configure(first);
    for (const phone of phones) await phone.register();
    for (const phone of phones) await phone.act();
    await payOut(first, phones[0] as Phone);
    await expectNothingLost(first);
    await first.operate('backup', backup);
    const yesterday = phones.map(({ balance }) => balance);

    // upgraded while the phones are used: the new server joins the database, the old server ends
    const second = install(root, { DATA_DIR: data });
    const acts = await under(phones, async () => {
      addresses.push(await second.start());
      await first.stop();
      addresses.shift();
    });
    expect(acts).toBeGreaterThan(30);
    await expectNothingLost(second);
    await payOut(second, phones[1] as Phone);

    // yesterday's backup is restored elsewhere, with the key that is stored apart from it
    await copyDataKey(data, elsewhere);
    const third = install(root, { DATA_DIR: elsewhere });
    expect(await third.operate('restore', backup)).toMatch(/^the ledger is in order$/m);
    const [now] = addresses.splice(0, 1, await third.start());
    for (const [at, phone] of phones.entries()) await phone.expectNothingLost(yesterday[at]);
    await third.stop();
    addresses.splice(0, 1, now ?? '');
    await expectNothingLost(second);

    // moved from the embedded Postgres to another database
    await second.stop();
    await second.operate('move', '--to', own.url);
    const fourth = install(root, { DATA_DIR: data, DATABASE_URL: own.url });
    addresses.splice(0, 1, await fourth.start());
    await expectNothingLost(fourth);
    await payOut(fourth, phones[2] as Phone);

    // back to the previous version, under load again
    const fifth = install(before, { DATA_DIR: data, DATABASE_URL: own.url });
    await under(phones, async () => {
      addresses.push(await fifth.start());
      await fourth.stop();
      addresses.shift();
    });
    await payOut(fifth, phones[0] as Phone);
    await expectNothingLost(fifth);
    await fifth.stop();
    expect(await fourth.operate('ledger', 'verify')).toMatch(/^the ledger is in order$/m);
  },
  // most of the time is spent on starting programs, which takes longer on a busy machine
  300_000,
);
