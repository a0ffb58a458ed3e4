import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Takings, takingsOf } from '../../bench/farm/accounts.ts';
import { villageReport } from '../../bench/farm/report.village.ts';
import { runWorld, type World } from '../../bench/farm/world.ts';
import { createDatabase, type TestDatabase } from './support.ts';

let database: TestDatabase;
let dataDir: string;
let world: World;
let farm: Takings;
let village: Takings;

beforeAll(async () => {
  database = await createDatabase();
  // some thousand small writes, which nothing has to outlive
  database.pool.on('connect', (client) => client.query('set synchronous_commit = off'));
  dataDir = await mkdtemp(join(tmpdir(), 'clipurse-farm-'));
  world = await runWorld({
    ...{ pool: database.pool, dataDir, seed: 4, rules: {}, villagers: 10, isCareful: false },
    ...{ people: 10, payoutAccounts: 2, days: 3 },
  });
  farm = await takingsOf(database.pool, 'bot\\_%');
  village = await takingsOf(database.pool, 'villager\\_%');
}, 180_000);
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const sumOf = ({ channels }: Takings) => channels.reduce((sum, { earned }) => sum + earned, 0n);

test('what the farm and the village have earned is what the ledger gave, and all of it is somewhere', () => {
  for (const { paid, held, inWallets, channels } of [farm, village]) {
    expect(paid + held + inWallets).toBe(channels.reduce((sum, { earned }) => sum + earned, 0n));
  }
  expect(world.ledger).toMatchObject({
    users: 20,
    rewards: sumOf(farm) + sumOf(village),
    payouts: farm.paid + village.paid,
    differences: [],
  });
});

test('the farm takes from every channel, and is paid as often as its payout accounts allow', () => {
  expect(farm.channels.map(({ name }) => name).sort()).toEqual([
    'click_ad',
    'download_reward',
    'invite',
    'invite_level_1_reward',
    'invite_level_2_reward',
    'invite_level_3_reward',
    'new_user_reward',
    'notification_reward',
    'share_reward',
    'video',
    'watch_ad',
  ]);
  expect(farm).toMatchObject({ accounts: 10, paidAccounts: 4, held: 0n, onItsWay: 0n });
  expect(world.farmCalls.refusals.get('updateWdinfo: account_shared')).toBe(6 * 2 * 3);
});

test('the village is paid, and nothing happens to it that the rules do not state', async () => {
  expect(village.accounts).toBe(10);
  expect(village.paidAccounts).toBeGreaterThan(0);
  expect((await villageReport(world, village)).unexplained).toEqual([]);
});

test('who waits for a registration longer than the limit of an address can make it is told of', async () => {
  const [first, ...others] = world.villagers;
  if (!first) throw new Error('nobody lives there');
  const late = { ...first, seen: { ...first.seen, registrationDelay: 60_000 } };
  const report = await villageReport({ ...world, villagers: [late, ...others] }, village);
  expect(report.unexplained).toEqual(['a registration waited 1 min']);
});
