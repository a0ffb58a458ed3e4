import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { type DataUsed, dataUsedMachine } from '../../machines/data-used.machine.ts';
import {
  type AnyWorld,
  after,
  defineDriver,
  done,
  type Means,
  never,
  person,
  type Scene,
  setVisible,
} from './driver.ts';
import { answers } from './facts.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** No two months are nearer to each other. */
const MONTH_MS = 31 * DAY_MS;
const GATHER_MS = 2_000;

/** What this device has kept, by days; of the month before nobody is told. */
const kept = { '2026-02-28': 61_700_000, '2026-03-01': 96_180_000, '2026-03-14': 2_340_000 };
const FIRST: DataUsed = { today: 2_340_000, month: 98_520_000 };

/** Less than the least of the demo's clips. */
const PART = 200_000;
const LARGER_PART = 300_000;
const BY_OTHERS = 4_410_000;

/** As the next month begins: not on its first day, and not by this window. */
const NEXT_MONTH: DataUsed = { today: 0, month: 5_170_000 };

/** What every browser counts of an answer beside its body, whatever its headers are. */
const HEADERS = 300;

interface World extends AnyWorld, DataUsed {
  /** the browser tells a page how much it has fetched */
  areSizesKnown: boolean;
}

const begin = (areSizesKnown: boolean): World => ({ answers: answers(), ...FIRST, areSizesKnown });

/** Only parts of clips count: how large the app itself is depends on its version. */
async function countParts({ context, world }: Scene<World>): Promise<void> {
  await context.addInitScript(
    ([days, areSizesKnown]) => {
      localStorage.setItem('dataUsed', JSON.stringify(days));
      if (!areSizesKnown)
        Reflect.deleteProperty(PerformanceResourceTiming.prototype, 'transferSize');
      const Real = PerformanceObserver;
      const OfParts = class extends Real {
        constructor(callback: PerformanceObserverCallback) {
          super((list, observer) => {
            const parts = list.getEntries().filter(({ name }) => name.endsWith('?part'));
            if (parts.length === 0) return;
            callback({ getEntries: () => parts } as PerformanceObserverEntryList, observer);
          });
        }
      };
      Object.assign(globalThis, { PerformanceObserver: OfParts });
    },
    [kept, world.areSizesKnown] as const,
  );
}

const arrives = (name: string, bytes: number, state: 'resting' | 'gathering'): Means<World> => ({
  name,
  by: 'network',
  events: [{ type: 'bytes.fetched', bytes }],
  when: ({ value, context }) => value === state && context.uncounted <= PART,
  act: ({ page, world }) => {
    world.today += bytes;
    world.month += bytes;
    return page.evaluate(
      async (last) => {
        const headers = { range: `bytes=0-${last}` };
        const answer = await fetch('/media/clips/ocean.mp4?part', { cache: 'no-store', headers });
        await answer.arrayBuffer();
      },
      bytes - HEADERS - 1,
    );
  },
});

/** What comes of adding all that was gathered to what is kept by then. */
const added =
  (event: AnyEventObject, keptBefore: (used: DataUsed) => DataUsed = (used) => used) =>
  ({ context: { used, uncounted } }: AnyMachineSnapshot) => {
    const { today, month } = keptBefore(used);
    const sums = { today: today + uncounted, month: month + uncounted };
    return [event, done('addBytes', sums)];
  };

const onNextDay = ({ month }: DataUsed): DataUsed => ({ today: 0, month });
const withOthers = ({ today, month }: DataUsed): DataUsed => ({
  today: today + BY_OTHERS,
  month: month + BY_OTHERS,
});
const GATHERED = after('gatherTime', 'dataUsed.gathering');

/** Another window adds to today, or to a day of this month. */
const addElsewhere = (page: Page, what: { bytes: number; day?: string }) =>
  page.evaluate(({ bytes, day }) => {
    const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
    const at = day ? `${today.slice(0, 'yyyy-mm-'.length)}${day}` : today;
    const days = JSON.parse(localStorage.getItem('dataUsed') ?? '{}');
    localStorage.setItem('dataUsed', JSON.stringify({ ...days, [at]: (days[at] ?? 0) + bytes }));
  }, what);

/** Whoever closes the page now loses nothing: the figures are the same before and after. */
const isKept = ({ page, world }: Scene<World>) =>
  expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('dataUsed') ?? '{}')))
    .toSatisfy(
      (days: Record<string, number>) =>
        Object.values(days).reduce((sum, bytes) => sum + bytes, 0) === world.month,
    );

/** Goes to another tab and returns to this one. @param meanwhile what happens there */
const returns = (
  name: string,
  meanwhile: Means<World>['act'] = async () => undefined,
  keptBefore?: (used: DataUsed) => DataUsed,
): Means<World> =>
  person(
    name,
    added({ type: 'visibility.changed', isVisible: true }, keptBefore),
    async (scene) => {
      await setVisible(scene.page, false);
      await meanwhile(scene);
      await setVisible(scene.page, true);
    },
  );

const means: Means<World>[] = [
  arrives('a part of a clip arrives', PART, 'resting'),
  arrives('a larger part of it arrives', LARGER_PART, 'gathering'),
  {
    name: 'a moment passes',
    by: 'clock',
    events: added(GATHERED),
    act: async (scene) => {
      await scene.pass(GATHER_MS);
      await isKept(scene);
    },
  },
  {
    // they are of the day on which they are added
    name: 'the phone sleeps until the next day before they are added',
    by: 'clock',
    events: added(GATHERED, onNextDay),
    when: ({ context }) => context.uncounted === PART,
    act: ({ sleep, world }) => {
      world.today = PART;
      return sleep(DAY_MS);
    },
  },
  person(
    'goes to another tab',
    added({ type: 'visibility.changed', isVisible: false }),
    async (scene) => {
      await setVisible(scene.page, false);
      await isKept(scene);
    },
  ),
  returns('goes to another tab and returns'),
  returns(
    'returns after another window has added',
    ({ page, world }) => {
      Object.assign(world, withOthers(world));
      return addElsewhere(page, { bytes: BY_OTHERS });
    },
    withOthers,
  ),
  returns(
    'returns on the next day',
    ({ sleep, world }) => {
      world.today = 0;
      return sleep(DAY_MS);
    },
    onNextDay,
  ),
  returns(
    'returns in the next month, after another window has begun it',
    async ({ page, sleep, world }) => {
      Object.assign(world, NEXT_MONTH);
      await sleep(MONTH_MS);
      await addElsewhere(page, { bytes: NEXT_MONTH.month, day: '02' });
    },
    () => NEXT_MONTH,
  ),
];

/** From a hundred on without tenths. */
const inMegabytes = (bytes: number) => {
  const tenths = Math.round(bytes / 100_000);
  return `\u2068${tenths < 1_000 ? tenths / 10 : Math.round(tenths / 10)} MB\u2069`;
};

const asRow = ({ areSizesKnown, today, month }: World) => ({
  row: areSizesKnown
    ? `Data used Today ${inMegabytes(today)}, this month ${inMegabytes(month)}`
    : null,
});

const AT_ONCE =
  'nothing is waited for, and what storage refuses lives as long as the page: it never fails';

export const ofDataUsed = defineDriver<World>()({
  machine: dataUsedMachine,
  actor: ['dataUsed'],
  path: '/mine/index',
  timezoneId: 'Asia/Vladivostok',
  beginnings: [
    { name: 'a member', first: [done('addBytes', FIRST)], begin: () => begin(true), means },
    {
      name: 'in a browser that knows no sizes',
      first: [done('addBytes', FIRST)],
      begin: () => begin(false),
      means: [returns('goes to another tab and returns')],
    },
  ],
  arrange: countParts,
  means: [],
  facts: ({ uncounted }) => uncounted,
  places: { row: 'div.row:not(.language)' },
  seen: { adding: never, resting: asRow, gathering: asRow },
  undriven: {
    'dataUsed.adding --xstate.error.actor.addBytes--> dataUsed.gathering': AT_ONCE,
    'dataUsed.adding --xstate.after.addTimeout.dataUsed.adding--> dataUsed.gathering': AT_ONCE,
  },
});
