import { expect } from 'vitest';
import { dailyShareMachine } from '../../machines/daily-share.machine.ts';
import { defineDriver, done, failed, type Means, type Scene } from './driver.ts';
import { answers, OFFLINE } from './facts.ts';
import { pressLate, type SharingWorld, shareByCopy, TOAST_MS } from './sharing.facts.ts';
import { type Failure, failing, refusedFor } from './stand.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** More than a walk needs: on each of them one share is claimed. */
const days = Array.from({ length: 12 }, (_, day) => `2026-03-${14 + day}`);

/** What each day's first share brings, which the configuration says otherwise. */
const rewardOf = (day: number) => ({ reward: `0.${31 + day}00`, balance: `4${day}.0300` });

interface World extends SharingWorld {
  /** which of the days it is */
  day: number;
  /** that of the last share that was rewarded, as far as this phone knows */
  lastDay: string | null;
  /** the days whose share the server has paid, on whatever phone */
  paidDays: string[];
  /** the card has heard of a reward of that day */
  isDone: boolean;
}

function begin(): World {
  const world: World = {
    answers: answers({
      history: (paging) => {
        const share_paid_today = world.paidDays.includes(days[world.day] ?? '');
        return { ...answers().history(paging), share_paid_today };
      },
    }),
    hasShared: false,
    day: 0,
    lastDay: null,
    paidDays: [],
    isDone: false,
  };
  return world;
}

/** The server has paid the day's share, be it of this phone or of another one. */
function remember(world: World): void {
  const today = days[world.day] ?? '';
  world.paidDays.push(today);
  world.lastDay = today;
}

interface At {
  value: unknown;
  context: {
    lastDay: string | null;
    claimed: { id: string; day: string }[];
    made: number;
    uncounted: object[];
  };
}

async function share(scene: Scene<World>): Promise<void> {
  const { page, world } = scene;
  const stored = await page.evaluate(() => localStorage.getItem('last_share_date'));
  expect(stored).toBe(world.lastDay);
  await pressLate(scene, world.isDone ? 'Share again' : 'Share');
  await shareByCopy(scene);
}

const shares = (
  name: string,
  day: number,
  act: Means<World>['act'],
  when: (at: At) => boolean,
): Means<World> => ({
  name,
  by: 'person',
  events: [{ type: 'share.made', day: days[day] }],
  when: (snapshot) => when(snapshot as unknown as At),
  act,
  says: () => ['Link copied.'],
});

/** The first of another day than the claims before were made on. */
const first = (day: number) =>
  shares(
    'shares on a new day',
    day,
    async (scene: Scene<World>) => {
      const { sleep, world } = scene;
      // with the day the card is asked for again
      Object.assign(world, { day, isDone: false });
      if (day > 0) await sleep(DAY_MS);
      await share(scene);
    },
    ({ value, context: { made, claimed } }) =>
      value === 'idle' && claimed.length === 0 && made === day,
  );

/** One more of the same day, while no call is held for longer than calls wait. */
const further = (day: number) =>
  shares(
    'shares again',
    day,
    share,
    ({ value, context: { made, claimed, lastDay, uncounted } }) =>
      made === day + 1 &&
      (claimed.length > 0 || lastDay === days[day]) &&
      (value === 'idle' || claimed.length + uncounted.length === 0),
  );

/** What becomes of the claim that is on its way; each has an id of its own. */
const answered = (
  means: Pick<Means<World>, 'name' | 'act' | 'says'>,
  event: { type: string; failure?: object },
): Means<World>[] =>
  days
    .map((_, day) => `n-share-${day + 1}-1`)
    .map((id) => ({
      ...means,
      by: 'network',
      events: [{ ...event, id }],
      when: ({ context }) => context.claimed[0]?.id === id,
    }));

const refusal = (reason: string) => ({
  type: 'share.refused',
  failure: { kind: 'refused', reason },
});
const refuse =
  (failure: Failure): Means<World>['act'] =>
  async ({ stand, pass }) => {
    await pass(TOAST_MS);
    await stand.answer('claimShareReward', failing(failure));
  };

const claims: Means<World>[] = [
  ...answered(
    {
      name: 'the share is rewarded',
      act: ({ stand, world }) => {
        remember(world);
        world.isDone = true;
        return stand.answer('claimShareReward', rewardOf(world.day));
      },
      says: ({ day }) => [`+0.${31 + day} for sharing`],
    },
    { type: 'share.paid' },
  ),
  ...answered(
    {
      name: 'another phone has the reward',
      act: async (scene) => {
        remember(scene.world);
        await refuse(refusedFor('already_claimed'))(scene);
        // it was a share all the same
        await scene.stand.arrives('incrementShare');
      },
    },
    refusal('already_claimed'),
  ),
  ...answered(
    {
      name: 'it was too long ago',
      act: refuse(refusedFor('claim_expired')),
      says: () => ['This reward was earned too long ago to be paid.'],
    },
    refusal('claim_expired'),
  ),
];

const counting: Means<World>[] = [
  {
    name: 'the share is counted',
    by: 'network',
    events: [done('incrementShare', undefined)],
    act: ({ stand, world }) => {
      world.isDone = world.paidDays.includes(days[world.day] ?? '');
      return stand.answer('incrementShare', { shares: 2 });
    },
    says: () => ['Share counted.'],
  },
  {
    name: 'the line breaks',
    by: 'network',
    events: [failed('incrementShare', { kind: 'offline' })],
    act: async ({ stand, pass }) => {
      await pass(TOAST_MS);
      await stand.answer('incrementShare', failing('cut'));
    },
    says: () => [OFFLINE],
  },
];

const CARD = 'Share once a day';
const seenOf = ({ isDone }: World) => ({
  card: isDone
    ? `${CARD} Today’s reward is yours. Tomorrow brings the next one. +0.17 Share again`
    : `${CARD} Your first share of each day is rewarded. +0.17 Share`,
});

export const ofDailyShare = defineDriver<World>()({
  machine: dailyShareMachine,
  actor: ['dailyShare'],
  path: '/tasks/index',
  timezoneId: 'Pacific/Chatham',
  permissions: ['clipboard-read', 'clipboard-write'],
  beginnings: [{ name: 'a member', input: { lastDay: null, idPrefix: 'n' }, begin }],
  arrange: async ({ stand }) => {
    stand.hold('claimShareReward');
    stand.hold('incrementShare');
  },
  means: [
    ...days.map((_, day) => first(day)),
    ...days.map((_, day) => further(day)),
    ...claims,
    ...counting,
  ],
  facts: ({ lastDay, claimed, made, uncounted }) => [lastDay, claimed, made, uncounted.length],
  unforeseen: ['idPrefix', 'claimed'],
  isWithin: ({ context }) => context.made < days.length,
  places: { card: 'article.card' },
  seen: { idle: seenOf, counting: seenOf },
  undriven: {
    'dailyShare --share.refused--> (stays)': 'one of a page of before was refused',
    'dailyShare --share.refusedElsewhere--> (stays)': 'another window is told of the refusal',
  },
});
