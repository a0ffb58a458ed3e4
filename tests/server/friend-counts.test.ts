import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { deletion } from '../../server/domain/deletion/delete-account.ts';
import { invitedUsers } from '../../server/domain/invitations.ts';
import { MINUTE } from '../../server/domain/time.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { rowsRead } from './rows-read.ts';

setUpDomain();

let caller: Caller;
beforeEach(async () => {
  caller = await domain.user();
});

/** Adds `count` friends with ids from `from` on, whose registration begins now. */
const befriend = (from: number, count: number) =>
  domain.pool.query(
    `insert into friend (user_id, friend_id, level, created_at)
     select $1, n, 1 + n % 3, $4 from generate_series($2::bigint, $2 + $3 - 1) as n`,
    [caller.userId, from, count, domain.now()],
  );

const asked = { page: 1, limit: 1 };
async function counted(): Promise<number[]> {
  const { counts, total } = await invitedUsers(domain.context(), caller, asked);
  expect(total).toBe(counts.level1 + counts.level2 + counts.level3);
  const ofLevel = [];
  for (const level of [1, 2, 3]) {
    ofLevel.push((await invitedUsers(domain.context(), caller, { ...asked, level })).total);
  }
  expect(ofLevel).toEqual([counts.level1, counts.level2, counts.level3]);
  return ofLevel;
}

async function keptTo(): Promise<bigint | null> {
  const { rows } = await domain.pool.query<{ friends_counted_to: bigint | null }>(
    'select friends_counted_to from account where user_id = $1',
    [caller.userId],
  );
  return rows[0]?.friends_counted_to ?? null;
}

test('the count of few friends is not stored', async () => {
  await befriend(1_000_000, 99);
  domain.advance(11 * MINUTE);
  expect(await counted()).toEqual([33, 33, 33]);
  expect(await keptTo()).toBeNull();
});

test('a registration that commits after registrations that began later is counted', async () => {
  await befriend(1_000_001, 150);
  domain.advance(9 * MINUTE);
  expect(await counted()).toEqual([50, 50, 50]);
  expect(await keptTo()).toBeNull();
  await befriend(1_000_000, 1);
  expect(await counted()).toEqual([50, 51, 50]);
  domain.advance(2 * MINUTE);
  expect(await counted()).toEqual([50, 51, 50]);
  expect(await keptTo()).toBe(1_000_150n);
});

test('friends after a stored count are added to it, and stored with the next hundred', async () => {
  await befriend(1_000_000, 150);
  domain.advance(11 * MINUTE);
  expect(await counted()).toEqual([50, 50, 50]);
  await befriend(1_000_150, 90);
  expect(await counted()).toEqual([80, 80, 80]);
  domain.advance(11 * MINUTE);
  await befriend(1_000_240, 60);
  expect(await counted()).toEqual([100, 100, 100]);
  expect(await keptTo()).toBe(1_000_149n);
  domain.advance(11 * MINUTE);
  expect(await counted()).toEqual([100, 100, 100]);
  expect(await keptTo()).toBe(1_000_299n);
  expect(await counted()).toEqual([100, 100, 100]);
});

test('lists that are read at once have the same count, and so does the next list', async () => {
  await befriend(1_000_000, 150);
  domain.advance(11 * MINUTE);
  const answers = await Promise.all(Array.from({ length: 8 }, counted));
  expect(answers).toEqual(Array.from({ length: 8 }, () => [50, 50, 50]));
  expect(await counted()).toEqual([50, 50, 50]);
});

test('a list does not wait for a transaction that has locked the account', async () => {
  await befriend(1_000_000, 150);
  domain.advance(11 * MINUTE);
  const client = await domain.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from account where user_id = $1 for update', [caller.userId]);
    expect(await counted()).toEqual([50, 50, 50]);
    expect(await keptTo()).toBeNull();
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await counted()).toEqual([50, 50, 50]);
  expect(await keptTo()).toBe(1_000_149n);
});

test('a page of friends, and the preview of a deletion, read few of 5,000 friends', async () => {
  await befriend(1_000_000, 5_000);
  domain.advance(11 * MINUTE);
  const [level1 = 0, level2 = 0, level3 = 0] = await counted();
  expect(level1 + level2 + level3).toBe(5_000);
  const reads = await rowsRead(domain.pool, async (db) => {
    const context = domain.context({ db });
    expect((await invitedUsers(context, caller, asked)).total).toBe(5_000);
    expect((await deletion(context, caller, {})).friends).toBe(5_000);
  });
  expect(reads('friend')).toBeLessThan(10);
});
