import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSpent } from '../../server/domain/ad-budgets.ts';
import { clickAdReward, watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller } from '../../server/domain/context.ts';
import { SECOND } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { addAd as insertAd } from './ad.support.ts';
import {
  countLockWaits,
  createTestDomain,
  outcomes,
  type TestDomain,
  untilLockWait,
} from './support.ts';

let domain: TestDomain;
beforeEach(async () => {
  domain = await createTestDomain(30);
});
afterEach(async () => {
  try {
    expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  } finally {
    await domain.drop();
  }
});

const WATCH = 500n;
const CLICK = 200n;

const addAd = (budget: bigint | null) =>
  insertAd(domain, { watch_reward: WATCH, click_reward: CLICK, budget });

/** Creates people who were shown the ad and have watched it for long enough. */
async function watchers(count: number): Promise<Caller[]> {
  const all = await Promise.all(Array.from({ length: count }, () => domain.user()));
  const page = { page: 1, limit: 10 };
  await Promise.all(all.map((user) => getAdList(domain.context(), user, page)));
  domain.advance(5 * SECOND);
  return all;
}

const watch = (user: Caller, ad_id: number) => watchAdReward(domain.context(), user, { ad_id });
const click = (user: Caller, ad_id: number) => clickAdReward(domain.context(), user, { ad_id });
const spent = (adId: number) => readSpent(domain.pool, BigInt(adId));

/** Returns the sum of the rewards paid for an ad. */
async function paid(adId: number): Promise<bigint> {
  const { rows } = await domain.pool.query(
    'select coalesce(sum(reward), 0)::bigint as paid from ad_rewarded where ad_id = $1',
    [adId],
  );
  return rows[0].paid;
}

test('a frozen process that has locked a part of an ad’s budget stops no reward of others', async () => {
  const ad = await addAd(16n * 20n * WATCH);
  const [first, frozen, ...others] = await watchers(42);
  if (!first || !frozen) throw new Error('nobody is there');
  // divides the budget into allotments
  await watch(first, ad);
  const client = new pg.Client({ connectionString: domain.url });
  await client.connect();
  await client.query('begin');
  await client.query('select from ad where ad_id = $1 for update', [ad]);
  await client.query(
    'select from ad_allotment where ad_id = $1 and room > 0 order by slot limit 12 for update',
    [ad],
  );
  expect(await outcomes(others.map((user) => watch(user, ad)))).toEqual({ ok: 40 });
  await client.end();
  expect(await spent(ad)).toBe(41n * WATCH);
});

test('a division of an ad’s budget takes nothing from an allotment that a transaction has locked, and does not wait', async () => {
  const ad = await addAd(2n * WATCH);
  const [one, two] = (await watchers(2)) as [Caller, Caller];
  // divides the budget into five allotments
  await click(one, ad);
  const client = new pg.Client({ connectionString: domain.url });
  await client.connect();
  await client.query('begin');
  await client.query(
    'select from ad_allotment where ad_id = $1 and room > 0 order by slot limit 1 for update',
    [ad],
  );
  // needs more than any allotment has, but less than the three unlocked ones have together
  const claim = watch(two, ad);
  await untilLockWait(domain.pool, claim);
  const waiting = await countLockWaits(domain.pool);
  await client.end();
  await claim;
  expect([waiting, await spent(ad)]).toEqual([0, CLICK + WATCH]);
});

test('with more claims at once than allotments, no claim is refused that fits the budget', async () => {
  const ad = await addAd(60n * WATCH);
  const users = await watchers(70);
  expect(await outcomes(users.map((user) => watch(user, ad)))).toEqual({ ok: 60, unknown_ad: 10 });
  expect(await spent(ad)).toBe(60n * WATCH);
});

test('an ad that is given its budget later pays rewards up to that budget', async () => {
  const ad = await addAd(null);
  const users = await watchers(3);
  await domain.pool.query('update ad set budget = $2 where ad_id = $1', [ad, 2n * WATCH]);
  expect(await outcomes(users.map((user) => watch(user, ad)))).toEqual({ ok: 2, unknown_ad: 1 });
  expect(await spent(ad)).toBe(2n * WATCH);
});

test('a budget is never exceeded, and a claim is refused only if it does not fit, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt({ min: WATCH, max: 6_000n }),
      fc.array(fc.constantFrom(watch, click), { minLength: 1, maxLength: 24 }),
      async (budget, actions) => {
        const ad = await addAd(budget);
        const [one, ...users] = await watchers(actions.length + 1);
        const calls = actions.map((action, index) => action(users[index] as Caller, ad));
        const seen = await outcomes(calls);
        const left = budget - (await spent(ad));
        expect(await paid(ad)).toBe(budget - left);
        expect(left).toBeGreaterThanOrEqual(0n);
        // a refused claim did not fit
        if (one && seen.unknown_ad) {
          const fits = left >= CLICK ? 'ok' : 'unknown_ad';
          expect(await outcomes([click(one, ad)])).toEqual({ [fits]: 1 });
        }
        await domain.pool.query('update ad set disabled_at = now() where ad_id = $1', [ad]);
      },
    ),
    { numRuns: 12 },
  );
});
