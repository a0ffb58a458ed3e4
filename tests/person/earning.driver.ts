import type { AnyMachineSnapshot } from 'xstate';
import type { ExtraViews } from '../../machines/earning.machine.ts';
import { earningMachine } from '../../machines/earning.machine.ts';
import { defineDriver, done, failed, type Means, never, person, type Scene } from './driver.ts';
import {
  ANOTHER,
  begin,
  CORRECTED,
  countOf,
  type dayOf,
  FIRST,
  isShort,
  todayOf,
  USED_UP,
  views,
  type World,
} from './earning.facts.ts';
import { OFFLINE } from './facts.ts';
import { pressLate, shareByCopy, shareWords, TOAST_MS, until } from './sharing.facts.ts';
import { type Failure, failing, refusedFor } from './stand.ts';

type Act = Means<World>['act'];
type Day = ReturnType<typeof dayOf>;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** From now on the list says so of the day; what was paid may be paid again. */
function tell(world: World, day: Day): void {
  world.list = day;
  world.today = todayOf(day.remaining_today, day.limit_today);
  if (world.clip === 'paid') world.clip = 'paused';
}

/** Goes on to the next clip, which plays. */
async function goOn(scene: Scene<World>): Promise<void> {
  const { page, world } = scene;
  world.at += 1;
  await page.getByRole('button', { name: 'Next video' }).click();
  const clip = page.locator(`.clip[data-index="${world.at}"]`);
  await until(scene, () =>
    clip.evaluate(
      (place) =>
        place.getBoundingClientRect().top === 0 &&
        [...place.querySelectorAll('video')].some((each) => !each.paused && each.currentTime > 0),
    ),
  );
  world.clip = 'playing';
}

const dayBegins = (name: string, day: Day, when: Means<World>['when']): Means<World> => ({
  name,
  by: 'clock',
  events: [{ type: 'count.loaded', count: countOf(day) }],
  ...(when && { when }),
  act: async ({ world, sleep }) => {
    tell(world, day);
    world.hasShared = false;
    await sleep(DAY_MS);
  },
});

/** Watches the next clip that pays for long enough, and pauses it. */
const paid = (name: string, remaining: number): Means<World> => ({
  name,
  by: 'person',
  events: [{ type: 'count.changed', remaining, isPaused: false }],
  when: (snapshot) => snapshot.matches('open') && snapshot.context.count?.remaining !== remaining,
  act: async (scene) => {
    const { page, stand, world } = scene;
    await goOn(scene);
    if (!isShort(world.at)) await goOn(scene);
    await stand.arrives('record');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    world.clip = 'paid';
    const [, limit = ''] = world.today.split('/');
    world.today = todayOf(remaining, Number(limit));
    await stand.answer('record', {
      reward: '0.2100',
      balance: '37.6200',
      remaining_today: remaining,
    });
  },
});

const shares = (state: 'reached' | 'dismissed'): Means<World> => ({
  ...person<World>(
    `shares where the limit is ${state}`,
    [{ type: 'share.counted' }],
    async (scene) => {
      await scene.pass(TOAST_MS);
      if (state === 'dismissed') await pressLate(scene, 'Share');
      await shareByCopy(scene);
    },
    (snapshot) => snapshot.matches(state),
  ),
  says: (world) => ['Link copied.', shareWords(world)],
});

const added = (output: ExtraViews, when: Means<World>['when']): Means<World> => ({
  name: `${output.extra_views} views are added, ${output.remaining_today} are left`,
  by: 'network',
  events: [done('addExtraViews', output)],
  ...(when && { when }),
  act: ({ stand, world }) => {
    world.today = todayOf(output.remaining_today, output.limit_today);
    return stand.answer('checkAndAddExtraRewards', output);
  },
  says: () => [`You can earn with ${output.extra_views} more videos today.`],
});

const isSeen = (snapshot: AnyMachineSnapshot) => snapshot.matches({ addingViews: 'seen' });
const isUnseen = (snapshot: AnyMachineSnapshot) => snapshot.matches({ addingViews: 'unseen' });

const refused = (
  name: string,
  failure: Failure,
  error: object,
  words: string,
  isSaid = (_: AnyMachineSnapshot) => true,
): Means<World> => ({
  name,
  by: 'network',
  events: [failed('addExtraViews', error)],
  act: async ({ stand, pass }) => {
    await pass(TOAST_MS);
    await stand.answer('checkAndAddExtraRewards', failing(failure));
  },
  says: (_, before) => (isSaid(before) ? [words] : []),
});

/** Closes the dialog, and learns from a clip that is not paid yet that it will not be. */
const close: Act = async (scene) => {
  await scene.page.getByRole('button', { name: 'Keep watching', exact: true }).click();
  if (scene.world.clip === 'paid') await goOn(scene);
};

const whyNot = ({ clip }: World, hasViews: boolean) => {
  if (clip === 'paid') return null;
  if (!hasViews) return 'Daily limit reached';
  return clip === 'paused' ? 'Paused: not counting' : null;
};

const seenAs =
  (dialog: string | null, hasViews = false) =>
  (world: World) => ({ dialog, today: world.today, why: whyNot(world, hasViews) });

const dialogWith = (copy: string) =>
  `Share with friends Today’s paid videos are used up. Share to earn with more. [time] ${copy} Keep watching`;

export const ofEarning = defineDriver<World>()({
  machine: earningMachine,
  actor: ['earning'],
  path: '/',
  timezoneId: 'America/Caracas',
  permissions: ['clipboard-read', 'clipboard-write'],
  beginnings: [
    { name: 'a member', first: [{ type: 'count.loaded', count: countOf(FIRST) }], begin },
  ],
  arrange: async ({ stand }) => {
    stand.hold('record');
    stand.hold('checkAndAddExtraRewards');
  },
  means: [
    dayBegins('a day begins whose clips are paid', USED_UP, (at) => at.matches('open')),
    dayBegins(
      'another day begins',
      ANOTHER,
      (at) => !at.matches('open') && !at.matches('addingViews'),
    ),
    paid('the last but three is paid', 3),
    paid('the last one is paid', 0),
    person('closes it', [{ type: 'limit.dismissed' }], close),
    shares('reached'),
    shares('dismissed'),
    added(views(6, 5, 43, 0), isSeen),
    added(views(8, 0, 47, 1), isUnseen),
    added(views(9, 0, 53, 0), isSeen),
    refused(
      'all extra views are used',
      refusedFor('no_extra_left'),
      { kind: 'refused', reason: 'no_extra_left' },
      'You have used all extra clips for today.',
      isUnseen,
    ),
    {
      name: 'it was another limit, as the list says',
      by: 'network',
      events: [
        failed('addExtraViews', { kind: 'refused', reason: 'limit_not_reached' }),
        { type: 'count.loaded', count: countOf(CORRECTED) },
      ],
      when: isSeen,
      act: ({ stand, world }) => {
        tell(world, CORRECTED);
        return stand.answer('checkAndAddExtraRewards', failing(refusedFor('limit_not_reached')));
      },
    },
    refused('the line breaks', 'cut', { kind: 'offline' }, OFFLINE),
  ],
  facts: ({ count }) => count,
  places: { dialog: '.dialog-body', today: '.clip-today', why: '.clip-why' },
  seen: {
    unknown: never,
    open: seenAs(null, true),
    reached: seenAs(dialogWith('Copy link')),
    dismissed: seenAs(null),
    'addingViews.seen': seenAs(dialogWith('Copy link…')),
    'addingViews.unseen': seenAs(null),
    spent: seenAs('Daily limit reached You can go on watching. [time] Keep watching'),
    finished: seenAs(null),
  },
  unforeseen: ['nowMs'],
  unplanned: ['earning --minute.began--> (stays)'],
  undriven: {
    'earning --count.changed [resumes]--> (stays)':
      'the operator lets rewards go on: tests/browser/honest.test.ts, tests/model/paused.test.ts',
  },
});
