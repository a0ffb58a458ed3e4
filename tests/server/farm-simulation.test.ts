import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Takings, takingsOf } from '../../bench/farm/accounts.ts';
import { harmsOf } from '../../bench/farm/harms.ts';
import { naive } from '../../bench/farm/opponents/naive.ts';
import { village } from '../../bench/farm/opponents/village.ts';
import { type Played, runWorld, type World } from '../../bench/farm/world.ts';
import { createDatabase, type TestDatabase } from './support.ts';

let database: TestDatabase;
let dataDir: string;
let world: World;
let farm: Takings;
let people: Takings;

beforeAll(async () => {
  database = await createDatabase();
  // some thousand small writes, which need not survive a crash
  database.pool.on('connect', (client) => client.query('set synchronous_commit = off'));
  dataDir = await mkdtemp(join(tmpdir(), 'clipurse-farm-'));
  world = await runWorld({
    ...{ pool: database.pool, dataDir, seed: 4, rules: {}, clips: 12 },
    ...{ opponents: [naive, village], accounts: 10, days: 5 },
  });
  farm = await takingsOf(database.pool, 'naive\\_%');
  people = await takingsOf(database.pool, 'village\\_%');
}, 180_000);
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function played(name: string): Played {
  const found = world.played.find(({ opponent }) => opponent.name === name);
  if (!found) throw new Error(`nobody called ${name} was there`);
  return found;
}

const sumOf = ({ channels }: Takings) => channels.reduce((sum, { earned }) => sum + earned, 0n);

test('all rewards of the ledger went to farm and village, and are paid, held or in their wallets', () => {
  for (const takings of [farm, people]) {
    const { paid, held, inWallets } = takings;
    expect(paid + held + inWallets).toBe(sumOf(takings));
  }
  expect(world.ledger).toMatchObject({
    users: 10 + people.accounts,
    rewards: sumOf(farm) + sumOf(people),
    payouts: farm.paid + people.paid,
    differences: [],
  });
});

test('the farm earns by every channel, and is paid as often as its payout accounts allow', () => {
  expect(farm.channels.map(({ name }) => name).sort()).toEqual([
    'click_ad',
    'download_reward',
    'invite',
    'invite_level_1_reward',
    'invite_level_2_reward',
    'new_user_reward',
    'notification_reward',
    'share_reward',
    'video',
    'watch_ad',
  ]);
  expect(farm).toMatchObject({ accounts: 10, paidAccounts: 2, onItsWay: 0n });
  expect(played('naive').tally.refusals.get('updateWdinfo: account_shared')).toBe(8 * 3);
});

test('the village is paid, and suffers no harm that the rules do not explain', async () => {
  expect(people.paidAccounts).toBeGreaterThan(0);
  expect((await harmsOf(world, played('village'))).unexplained).toEqual([]);
});

test('a registration delay that the limit per address does not explain is reported', async () => {
  const { people: all, ...rest } = played('village');
  const [first, ...others] = all;
  if (!first) throw new Error('nobody lives there');
  const late = { ...first, seen: { ...first.seen, registrationDelay: 60_000 } };
  const { unexplained } = await harmsOf(world, { ...rest, people: [late, ...others] });
  expect(unexplained).toEqual(['a registration waited 1 min']);
});
