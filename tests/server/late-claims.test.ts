import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller } from '../../server/domain/context.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { addMilliseconds, DAY, HOUR, SECOND, utcDay } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { insertAd } from './backdated.setup.ts';
import { domain, setUpDomain } from './domain.setup.ts';

/** Watch times of the clips, in seconds; the last one is the advertisement's. */
const SECONDS = [5, 3, 8, 0, 5];
const AD = SECONDS.length - 1;
const SHARE = SECONDS.length;
const LIMIT = 2;
const LATE_LIMIT = 3;
const BURST = 20;
const page = { page: 1, limit: 100 };

setUpDomain({ connections: 20, settings: { 'ad.watch_seconds': String(SECONDS[AD]) } });

/** The ids of the clips and the ad in the domain. */
const ids: number[] = [];
beforeAll(async () => {
  for (const watch_seconds of SECONDS.slice(0, AD)) ids.push(await domain.video({ watch_seconds }));
  ids.push(await insertAd());
});

interface Claim {
  readonly item: number;
  /** null: the claim has no `earned_at` */
  readonly earned: Date | null;
}

async function send(user: Caller, { item, earned }: Claim): Promise<string> {
  const context = domain.context();
  const said = earned === null ? {} : { earned_at: earned.toISOString() };
  const id = ids[item] ?? 0;
  const made =
    item === SHARE
      ? claimShareReward(context, user, said)
      : item === AD
        ? watchAdReward(context, user, { ad_id: id, ...said })
        : record(context, user, { videos_id: id, ...said });
  return made.then(
    () => 'ok',
    (error) => error.reason ?? `unexpected: ${error}`,
  );
}

async function look(user: Caller): Promise<void> {
  await playable(domain.context(), user, page);
  await getAdList(domain.context(), user, page);
}

interface Watch {
  readonly day: string;
  readonly at: Date;
  readonly seconds: number;
  readonly paid_at: Date;
  readonly arrived_at: Date;
}

/** Reads a user's paid watches, in the order in which they were earned. */
async function watchesOf({ userId }: Caller): Promise<Watch[]> {
  const { rows } = await domain.pool.query<Watch>(
    `select watch.*, transfer.created_at as paid_at from (
       select day, arrived_at, watched_at as at, watch_seconds as seconds, 'video' as op,
         'video:' || video_id || ':' || day as idempotency_key from watched where user_id = $1
       union all
       select day, arrived_at, rewarded_at, watch_seconds, 'watch_ad', 'ad:' || ad_id || ':' || day
       from ad_rewarded where user_id = $1
     ) as watch left join transfer
       on user_id = $1 and transfer.op = watch.op
       and transfer.idempotency_key = watch.idempotency_key
     order by at, seconds desc`,
    [userId],
  );
  return rows;
}

/** Expects that no watch overlaps another watch, and that none ends after its payment. */
function expectRealTime(watches: readonly Watch[]): void {
  watches.forEach(({ at, seconds, day, paid_at }, index) => {
    const before = watches[index - 1]?.at.getTime() ?? 0;
    expect(at.getTime() - before).toBeGreaterThanOrEqual(seconds * SECOND);
    expect(at.getTime()).toBeLessThanOrEqual(paid_at.getTime());
    const began = addMilliseconds(at, -seconds * SECOND);
    expect([utcDay(at), utcDay(began)]).toContain(day);
  });
}

/** Expects that successive claims pay at most the time since the first one, plus a burst. */
function expectArrivals(watches: readonly Watch[]): void {
  const sorted = watches.toSorted((a, b) => a.arrived_at.getTime() - b.arrived_at.getTime());
  sorted.forEach(({ arrived_at: began }, begin) => {
    sorted.slice(begin).reduce((before, { seconds, arrived_at }) => {
      const passed = (arrived_at.getTime() - began.getTime()) / SECOND;
      expect(before + seconds).toBeLessThanOrEqual(passed + BURST);
      return before + seconds;
    }, 0);
  });
}

async function check<Value>(property: fc.IAsyncProperty<Value>, numRuns: number): Promise<void> {
  const { failed, seed, counterexample, errorInstance } = await fc.check(property, {
    numRuns,
    endOnFailure: true,
  });
  const what = JSON.stringify(counterexample);
  if (failed) throw new Error(`with seed ${seed}: ${what}`, { cause: errorInstance });
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
}

const claimed = fc.record({
  item: fc.nat({ max: SHARE }),
  /** milliseconds since the claim was earned; null: the claim has no `earned_at` */
  ago: fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 60 }).map((seconds) => seconds * SECOND),
      fc.integer({ min: 0, max: 8 * 24 }).map((hours) => hours * HOUR),
    ),
    { freq: 6 },
  ),
});
const step = fc.record({
  passes: fc.constantFrom(0, 1_000, 5_000, HOUR, 11 * HOUR, DAY),
  looks: fc.boolean(),
  /** new claims */
  claims: fc.array(claimed, { maxLength: 4 }),
  /** places of earlier claims that are sent again, without an idempotency key */
  again: fc.array(fc.nat({ max: 40 }), { maxLength: 4 }),
});

/** Sends claims at the same time. @returns outcomes with the claims' places */
async function sendAll(
  user: Caller,
  sent: readonly Claim[],
  places: readonly number[],
): Promise<{ place: number; outcome: string }[]> {
  return Promise.all(
    places.flatMap((place) => {
      const claim = sent[place];
      return claim ? [send(user, claim).then((outcome) => ({ place, outcome }))] : [];
    }),
  );
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Plays the steps for a new user. @returns the user, and how often each claim was paid */
async function play(steps: readonly Step[]) {
  const user = await domain.user();
  const sent: Claim[] = [];
  const outcomes: { place: number; outcome: string }[] = [];
  for (const { passes, looks, claims, again } of steps) {
    domain.advance(passes);
    if (looks) await look(user);
    const repeated = again.filter((place) => place < sent.length);
    const first = claims.map((_, index) => sent.length + index);
    for (const { item, ago } of claims) {
      sent.push({ item, earned: ago === null ? null : addMilliseconds(domain.now(), -ago) });
    }
    outcomes.push(...(await sendAll(user, sent, [...first, ...repeated])));
  }
  expect(outcomes.filter(({ outcome }) => outcome.startsWith('unexpected'))).toEqual([]);
  const paid = sent.map(
    (_, place) => outcomes.filter((one) => one.place === place && one.outcome === 'ok').length,
  );
  return { user, paid, dated: paid.filter((_, place) => sent[place]?.earned !== null) };
}

test('no series of claims is paid twice for a watch, above a limit, or faster than real time', async () => {
  await domain.configure({
    'video.daily_limit': String(LIMIT),
    'ad.daily_limit': '1',
    'claim.late_days': '7',
    'claim.late_limit': String(LATE_LIMIT),
    'claim.burst_seconds': String(BURST),
  });
  let total = 0;
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 4, maxLength: 12 }),
    async (steps) => {
      const { user, paid, dated } = await play(steps);
      total += paid.reduce((sum, times) => sum + times, 0);
      expect(dated.filter((times) => times > 1)).toEqual([]);
      const watches = await watchesOf(user);
      expectRealTime(watches);
      expectArrivals(watches);
      const { rows } = await domain.pool.query(
        `select from watched where user_id = $1 group by day having count(*) > ${LIMIT}
         union all
         select from watched where user_id = $1 and day < (arrived_at at time zone 'UTC')::date
         group by (arrived_at at time zone 'UTC')::date having count(*) > ${LATE_LIMIT}`,
        [user.userId],
      );
      expect(rows).toEqual([]);
    },
  );
  await check(property, 60);
  // most claims are refused, but not all
  expect(total).toBeGreaterThan(100);
}, 120_000);

const watched = fc.record({
  item: fc.nat({ max: AD }),
  /** seconds between the previous watch and this watch */
  idle: fc.constantFrom(0, 0, 1, 60, 3_600, 2 * 3_600),
});

test('an honest person is paid for each watch, however often the connection breaks within a day', async () => {
  const plenty = { 'video.daily_limit': '100', 'ad.daily_limit': '100', 'claim.late_days': '3' };
  await domain.configure({ ...plenty, 'claim.late_limit': '20', 'claim.burst_seconds': '200' });
  const property = fc.asyncProperty(
    fc.array(watched, { minLength: 1, maxLength: 12 }),
    fc.infiniteStream(fc.nat()),
    async (views, random) => {
      const user = await domain.user();
      await look(user);
      const seen = new Set<string>();
      const claims: Claim[] = [];
      for (const { item, idle } of views) {
        domain.advance((idle + (SECONDS[item] ?? 0)) * SECOND);
        const earned = domain.now();
        // each item is claimed once a day
        const name = `${item} ${utcDay(earned)}`;
        if (!seen.has(name)) claims.push({ item, earned });
        seen.add(name);
        // sometimes the connection works, and the list is served again
        if ((random.next().value ?? 0) % 3 === 0) await look(user);
      }
      const order = claims
        .map((claim) => ({ claim, place: random.next().value ?? 0 }))
        .sort((left, right) => left.place - right.place)
        .map(({ claim }) => claim);
      domain.advance(DAY);
      const outcomes = await Promise.all([...order, ...order].map((claim) => send(user, claim)));
      expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(claims.length);
      const watches = await watchesOf(user);
      expect(watches.map(({ at }) => at)).toEqual(claims.map(({ earned }) => earned));
      expectRealTime(watches);
    },
  );
  await check(property, 60);
}, 120_000);
