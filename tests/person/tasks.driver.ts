import type { AnyMachineSnapshot } from 'xstate';
import type { TaskName } from '../../machines/task.machine.ts';
import { type Task, tasksMachine } from '../../machines/tasks.machine.ts';
import {
  type AnyWorld,
  defineDriver,
  done,
  failed,
  type Means,
  passUntilAsked,
  person,
  setVisible,
} from './driver.ts';
import { answers, NO_LINE, OUR_FAULT } from './facts.ts';
import { install, offer, prepared, readyIs } from './installing.ts';
import { type Failure, failing, refusedFor } from './stand.ts';
import { APP, BELL, buttonOf, cardOf, forgetClaims, links, starts, WAITS } from './task.facts.ts';
import { visibility } from './visibility.ts';

interface World extends AnyWorld {
  isAway: boolean;
  /** the page is opened in a tab that nobody looks at */
  isBehind: boolean;
  list: Task[] | null;
  isInstalled: boolean;
  /** what the app's button says */
  button: string;
}

const listed = (task: TaskName, reward: string, completed = false): Task => ({
  task,
  reward,
  completed,
});
const both = [listed(APP, '0.3700'), listed(BELL, '0.4300')];
/** As the first, with other sums: the app's task begins anew. */
const anew = [listed(APP, '0.6700'), listed(BELL, '0.7300')];
const one = [listed(BELL, '0.5900', true)];
const SUMS: Record<string, string> = {
  '0.3700': '+0.37',
  '0.4300': '+0.43',
  '0.5900': '+0.59',
  '0.6700': '+0.67',
  '0.7300': '+0.73',
};

/** @param after how many tasks were listed before; null: it is the first list */
const brings = (name: string, list: Task[], after: number | null): Means<World> => ({
  name,
  by: 'network',
  events: [done('loadTasks', list)],
  when: ({ context }) => (context.value?.length ?? null) === after,
  act: ({ stand, world }) => {
    world.list = list;
    // who left the list has forgotten what was claimed
    if (list.length === 0) world.button = world.isInstalled ? 'Claim' : starts[APP];
    return stand.answer('taskList', { list });
  },
});

const isFresh =
  (isReady: boolean): NonNullable<Means<World>['when']> =>
  ({ context, value }) =>
    value === 'fresh' && context.isVisible && context.readiness[APP] === isReady;
/** Whose list it is, by what it promises for the app. */
const promises =
  (list: Task[]): NonNullable<Means<World>['when']> =>
  (snapshot) =>
    isFresh(true)(snapshot) && snapshot.context.value[0]?.reward === list[0]?.reward;
const isClaimable = promises(both);

/** One after the other, in this order: a claim that waits cannot be claimed. */
const claims: Means<World>[] = [
  {
    name: 'claims what is no more',
    by: 'network',
    events: [
      { type: 'task.refused', task: APP, failure: { kind: 'refused', reason: 'unknown_task' } },
    ],
    when: isClaimable,
    act: async ({ page, stand }) => {
      await buttonOf(page, APP, 'Claim').click();
      await stand.answer('claimTask', failing(refusedFor('unknown_task')));
    },
    says: () => ['This task no longer exists.'],
  },
  {
    name: 'claims offline',
    by: 'network',
    events: [{ type: 'task.delayed', task: APP }],
    when: isClaimable,
    act: async ({ page, stand, world }) => {
      await buttonOf(page, APP, 'Claim').click();
      world.button = WAITS;
      await stand.answer('claimTask', failing('cut'));
    },
    says: () => [WAITS],
  },
  {
    name: 'is paid late',
    by: 'network',
    events: [{ type: 'task.paid', task: APP }],
    when: isClaimable,
    act: async (scene) => {
      await passUntilAsked<World>('claimTask', 1_000)(scene);
      scene.world.button = 'Completed';
      await scene.stand.answer('claimTask', { reward: '0.3900', balance: '37.9900' });
    },
    says: () => ['+0.39 earned'],
  },
];

const buttonIn = ({ button }: World, { task, completed }: Task) => {
  if (completed) return ['Completed'];
  return task === APP ? [button, links[APP]] : [starts[BELL], links[BELL]];
};

const LOST = `The tasks could not be loaded. ${OUR_FAULT} Retry`;

/** What is known stays, and says nothing of a connection that is not there. */
const lostOf = (kind: string, list: unknown) =>
  kind === 'offline' ? (list === null ? [NO_LINE] : []) : [LOST];
const NONE = 'No tasks at the moment Meanwhile you earn by watching and by sharing.';

const asList = (world: World, { context, value }: AnyMachineSnapshot) => {
  const { isAway, list } = world;
  if (isAway) return { waiting: null, today: null, cards: null, notices: null };
  const cards = (list ?? []).map((each) =>
    cardOf(each.task, SUMS[each.reward] ?? '', ...buttonIn(world, each)),
  );
  const sum = value === 'empty' ? '' : '+0.17 ';
  const share = `Share once a day Your first share of each day is rewarded. / ${sum}Share`;
  const notices = [
    ...(list?.length === 0 ? [NONE] : []),
    ...(value === 'failed' ? lostOf(context.failure.kind, list) : []),
  ];
  return {
    waiting: list === null && value !== 'failed' ? '… / …' : null,
    today: value === 'empty' ? null : 'Paid videos 4 / 23',
    cards: [...cards, share].join(' / '),
    notices: notices.length > 0 ? notices.join(' / ') : null,
  };
};

const first = brings('the list comes', both, null);

const lost = (name: string, answer: Failure, error: object): Means<World> => ({
  name,
  by: 'network',
  events: [failed('loadTasks', error)],
  when: ({ context }) => context.isVisible,
  act: ({ stand }) => stand.answer('taskList', failing(answer)),
});

const means: Means<World>[] = [
  ...claims,
  brings('a list without the app comes', one, both.length),
  brings('an empty list comes', [], one.length),
  brings('a list comes after the empty one', anew, 0),
  lost('the line breaks', 'cut', { kind: 'offline' }),
  lost('the server fails', { faulted: 500 }, { kind: 'faulted', status: 500 }),
  person(
    'tries again',
    [{ type: 'retry.pressed' }],
    ({ page }) => page.getByRole('button', { name: 'Retry' }).click(),
    ({ context }) => context.value === null || context.failure?.kind !== 'offline',
  ),
  person(
    'installs the app',
    [readyIs(APP, true), prepared(APP, 'ready')],
    ({ page, world }) => {
      world.isInstalled = true;
      world.button = 'Claim';
      return install(page);
    },
    isFresh(false),
  ),
  person(
    'removes the app, and is offered it again',
    [readyIs(APP, false)],
    ({ page, world }) => {
      world.isInstalled = false;
      world.button = starts[APP];
      return offer(page);
    },
    promises(anew),
  ),
  ...visibility('Tasks'),
];

const input = { idPrefix: 'n', readiness: { [APP]: false, [BELL]: false } };
const begin = (isBehind: boolean): World => ({
  answers: answers(),
  isAway: false,
  isBehind,
  list: null,
  isInstalled: false,
  button: starts[APP],
});

export const ofTasks = defineDriver<World>()({
  machine: tasksMachine,
  actor: ['tasks'],
  path: '/tasks/index',
  timezoneId: 'Africa/Lagos',
  beginnings: [
    {
      name: 'a member',
      input,
      first: [{ type: 'visibility.changed', isVisible: true }],
      begin: () => begin(false),
      means,
    },
    {
      name: 'a tab in the background',
      input,
      begin: () => begin(true),
      means: [
        person(
          'looks at it',
          [{ type: 'visibility.changed', isVisible: true }],
          ({ page }) => setVisible(page, true),
          ({ value }) => value === 'empty',
        ),
      ],
    },
  ],
  arrange: async (scene) => {
    scene.stand.hold('taskList');
    scene.stand.hold('claimTask');
    await forgetClaims(scene);
    if (scene.world.isBehind) {
      await scene.page.addInitScript(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      });
    }
  },
  means: [first],
  facts: ({ value, failure, isVisible, readiness }) => [value, failure?.kind, isVisible, readiness],
  unforeseen: ['idPrefix'],
  places: {
    waiting: '.tasks-waiting > .card',
    today: 'section[aria-label="Today"] .requirement',
    cards: 'article > :not(dialog)',
    notices: '.screen-body > .notice, .screen-body > div.card > .notice',
  },
  seen: { empty: asList, loading: asList, fresh: asList, stale: asList, failed: asList },
  undriven: {},
});
