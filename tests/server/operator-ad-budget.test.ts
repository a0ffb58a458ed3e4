import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { readSpent } from '../../server/domain/ad-budgets.ts';
import { clickAdReward, watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller } from '../../server/domain/context.ts';
import { SECOND } from '../../server/domain/time.ts';
import { addAd as insertAd } from './ad.support.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';
import { outcomes } from './support.ts';

const WATCH = 500n;
const CLICK = 200n;

setUpOperator();
let people: Caller[];
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 12 }, () => domain.user()));
});

/** Adds an advertisement that all people were served a minute ago. @returns its id */
async function addAd(budget: bigint | null): Promise<number> {
  await domain.pool.query('update ad set disabled_at = now()');
  const id = await insertAd(domain, { watch_reward: WATCH, click_reward: CLICK, budget });
  const context = () => domain.context();
  await Promise.all(people.map((user) => getAdList(context(), user, { page: 1, limit: 10 })));
  domain.advance(60 * SECOND);
  return id;
}

const watch = (ad_id: number, from: number, to: number) =>
  outcomes(people.slice(from, to).map((user) => watchAdReward(domain.context(), user, { ad_id })));
const click = (ad_id: number, from: number, to: number) =>
  outcomes(people.slice(from, to).map((user) => clickAdReward(domain.context(), user, { ad_id })));

/** Locks the allotments of an ad's budget, as another server does. */
async function hold(ad: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: domain.url });
  await client.connect();
  await client.query('begin');
  await client.query('select from ad_allotment where ad_id = $1 for update', [ad]);
  return client;
}

test('after a raise, watches and clicks are paid up to the new budget', async () => {
  const ad = await addAd(WATCH);
  expect(await watch(ad, 0, 2)).toEqual({ ok: 1, unknown_ad: 1 });
  const { answer } = await json('ads', 'budget', String(ad), '0.12');
  expect(answer).toMatchObject({ id: ad, budget: '0.1200', spent: '0.0500' });
  expect(await watch(ad, 2, 3)).toEqual({ ok: 1 });
  expect(await click(ad, 3, 5)).toEqual({ ok: 1, unknown_ad: 1 });
  expect(await readSpent(domain.pool, BigInt(ad))).toBe(2n * WATCH + CLICK);
});

test('a raise does not wait for a server that hangs', async () => {
  const ad = await addAd(2n * WATCH);
  await watch(ad, 0, 1);
  const frozen = await hold(ad);
  expect(await run(['ads', 'budget', String(ad), '5'])).toMatchObject({ status: 0, err: '' });
  await frozen.end();
});

test('a lower budget takes back the servers’ allotments, down to the amount paid', async () => {
  const ad = await addAd(10n * WATCH);
  await watch(ad, 0, 2);
  const other = await hold(ad);
  const lowering = json('ads', 'budget', String(ad), '0.15');
  // the other server pays once more while the command waits
  await other.query(
    `update ad_allotment set room = room - $2
     where ad_id = $1 and slot = (select min(slot) from ad_allotment where ad_id = $1 and room >= $2)`,
    [ad, WATCH],
  );
  await other.query('commit');
  await other.end();
  expect((await lowering).answer).toMatchObject({ budget: '0.1500', spent: '0.1500' });
  expect(await watch(ad, 2, 6)).toEqual({ unknown_ad: 4 });
});

test('a budget below the amount paid is refused with that amount', async () => {
  const ad = await addAd(10n * WATCH);
  await watch(ad, 0, 2);
  expect(await run(['ads', 'budget', String(ad), '0.0999'])).toEqual({
    status: 1,
    out: '',
    err: `ad ${ad} has paid 0.1000: its budget cannot be less`,
  });
  // the refused command has changed nothing
  expect(await watch(ad, 2, 12)).toEqual({ ok: 8, unknown_ad: 2 });
});

test('an ad without a budget goes on paying, and a new budget counts from its start', async () => {
  const ad = await addAd(WATCH);
  await watch(ad, 0, 1);
  const none = await json('ads', 'budget', String(ad), 'none');
  expect(none.answer).toMatchObject({ budget: null, spent: null });
  expect(await watch(ad, 1, 4)).toEqual({ ok: 3 });
  const { answer } = await json('ads', 'budget', String(ad), '0.1');
  expect(answer).toMatchObject({ budget: '0.1000', spent: '0.0000' });
  expect(await watch(ad, 4, 8)).toEqual({ ok: 2, unknown_ad: 2 });
});

test('the later of two concurrent commands sets the budget, and no more is paid than the budget', async () => {
  const ad = await addAd(3n * WATCH);
  const [more, less, seen] = await Promise.all([
    run(['ads', 'budget', String(ad), '0.4']),
    run(['ads', 'budget', String(ad), '0.3']),
    watch(ad, 0, 12),
  ]);
  const { rows } = await domain.pool.query('select budget from ad where ad_id = $1', [ad]);
  const spent = await readSpent(domain.pool, BigInt(ad));
  // on a slow machine the amount paid may exceed the lower budget before its command runs
  const isTooLate = spent > 3_000n && less.status === 1;
  if (isTooLate) expect(less.err).toMatch(/has paid 0\.\d{4}: its budget cannot be less/);
  expect([more.status, less.status]).toEqual([0, isTooLate ? 1 : 0]);
  expect(isTooLate ? [4_000n] : [3_000n, 4_000n]).toContain(rows[0].budget);
  expect(spent).toBe(BigInt(seen.ok ?? 0) * WATCH);
  expect(spent).toBeLessThanOrEqual(rows[0].budget);
});

test('the log of changes has the previous budget', async () => {
  const ad = await addAd(WATCH);
  await run(['ads', 'budget', String(ad), '0.2', '--as', 'bo']);
  const { answer } = await json('audit', 'list', '--limit', '1');
  expect(answer).toMatchObject([
    { who: 'bo', action: 'ads budget', what: { words: [String(ad), '0.2'], before: '0.0500' } },
  ]);
});

test.each([
  [['ads', 'budget', '1', '-5'], 2, 'AMOUNT must be an amount'],
  [['ads', 'budget', '1', '5.00001'], 2, 'AMOUNT must be an amount'],
  [['ads', 'budget', '1'], 2, ''],
  [['ads', 'budget', '999999', '5'], 1, 'there is no ad 999999'],
])('the command %j ends with status %i', async (argv, status, why) => {
  expect(await run(argv)).toMatchObject({ status, err: expect.stringContaining(why) });
});
