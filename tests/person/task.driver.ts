import type { AnyMachineSnapshot } from 'xstate';
import { type TaskName, taskMachine } from '../../machines/task.machine.ts';
import { tab } from '../browser/people.ts';
import { after, type Beginning, defineDriver, type Means, passes, person } from './driver.ts';
import { answerOffer, install, offer, prepared, readyIs } from './installing.ts';
import { claims, failedClaims, isPaid } from './task.claims.ts';
import {
  APP,
  asReady,
  asToDo,
  BELL,
  begin,
  buttonOf,
  forgetClaims,
  starts,
  WAITS,
  type World,
} from './task.facts.ts';

const start: Means<World>['act'] = ({ page, world }) =>
  buttonOf(page, world.task, starts[world.task]).click();

const isToDo = (snapshot: AnyMachineSnapshot) => snapshot.matches('default');

/** Whoever comes back to the screen gets the list as it is then. */
const listedIn = (state: 'default' | 'preparing' | 'canClaim'): Means<World> => ({
  name: `has done it on another device: ${state}`,
  by: 'network',
  events: [{ type: 'task.listed', isCompleted: true }],
  when: (snapshot) => snapshot.matches(state),
  act: async ({ page, world }) => {
    world.isDone = true;
    await tab(page, 'Mine').click();
    await tab(page, 'Tasks').click();
  },
});

const helped: Means<World> = person('closes the help', [{ type: 'help.closed' }], ({ page }) =>
  page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
);

const becomesInstalled = (name: string, act: Means<World>['act'], when: Means<World>['when']) =>
  person<World>(name, [readyIs(APP, true), prepared(APP, 'ready')], act, when);

const withoutOffer: Means<World>[] = [
  person('is shown how', [{ type: 'start.pressed' }, prepared(APP, 'byHand')], start, isToDo),
  helped,
  becomesInstalled('installs it from the menu', ({ page }) => install(page), isToDo),
  listedIn('canClaim'),
];

const INSTALL_FIRST = 'Install the app first.';

const withOffer: Means<World>[] = [
  person(
    'is asked whether to install',
    [readyIs(APP, false), { type: 'start.pressed' }],
    async (scene) => {
      await offer(scene.page);
      await start(scene);
    },
    isToDo,
  ),
  {
    ...person<World>(
      'says no',
      [readyIs(APP, false), prepared(APP, 'declined')],
      ({ page }) => answerOffer(page, 'dismissed'),
      (snapshot) => snapshot.matches('preparing'),
    ),
    says: () => [INSTALL_FIRST],
  },
  passes('overlooks the question for 3 s', 3_000, [
    after('answerTimeout', 'task.preparing.answering'),
  ]),
  {
    ...passes<World>('overlooks it for 5 minutes', 297_000, [
      readyIs(APP, false),
      prepared(APP, 'declined'),
    ]),
    when: (snapshot) => snapshot.matches({ preparing: 'unanswered' }),
    says: () => [INSTALL_FIRST],
  },
  {
    name: 'says yes so late that nothing comes in time',
    by: 'clock',
    events: [after('personTimeout', 'task.preparing')],
    when: (snapshot) => snapshot.matches({ preparing: 'unanswered' }),
    act: async ({ page, pass }) => {
      await pass(250_000);
      await answerOffer(page, 'accepted');
      await pass(47_000);
    },
  },
  person('asks for the question again', [{ type: 'start.pressed' }], start, (snapshot) =>
    snapshot.matches({ preparing: 'unanswered' }),
  ),
  becomesInstalled(
    'says yes',
    async ({ page }) => {
      await answerOffer(page, 'accepted');
      await install(page);
    },
    (snapshot) => snapshot.matches('preparing'),
  ),
  listedIn('default'),
  listedIn('preparing'),
  ...failedClaims,
  claims(APP),
];

const settings: Means<World>[] = [
  {
    // a browser without a screen refuses for its person
    ...person<World>(
      'refuses notifications',
      [{ type: 'start.pressed' }, readyIs(BELL, false), prepared(BELL, 'byHand')],
      start,
      isToDo,
    ),
    says: () => ['Notifications must be allowed for this.'],
  },
  helped,
  person(
    'allows them in the settings',
    [readyIs(BELL, true)],
    ({ context }) => context.grantPermissions(['notifications']),
    isToDo,
  ),
  person(
    'takes it back',
    [readyIs(BELL, false)],
    ({ context }) => context.clearPermissions(),
    (snapshot) => snapshot.matches('canClaim'),
  ),
  claims(BELL),
  isPaid(BELL),
];

const beginning = (name: string, task: TaskName, means: Means<World>[]): Beginning<World> => ({
  name,
  actor: ['tasks', task],
  input: { task, isCompleted: false, isReady: false, idPrefix: 'n' },
  begin: () => begin(task),
  means,
});

export const ofTask = defineDriver<World>()({
  machine: taskMachine,
  actor: ['tasks', APP],
  path: '/tasks/index',
  timezoneId: 'America/Caracas',
  beginnings: [
    beginning('no browser offers the app', APP, withoutOffer),
    beginning('the browser offers the app', APP, withOffer),
    beginning('nobody was asked for notifications', BELL, settings),
  ],
  arrange: async ({ context, page, stand }) => {
    await context.clearPermissions();
    stand.hold('claimTask');
    await forgetClaims({ context, page, stand });
  },
  means: [],
  facts: ({ isCompleted, isReady }) => [isCompleted, isReady],
  unforeseen: ['idPrefix'],
  places: {
    [APP]: 'article:nth-of-type(1) > :not(dialog)',
    [BELL]: 'article:nth-of-type(2) > :not(dialog)',
    help: '.dialog-body',
  },
  seen: {
    'default.unaided': asToDo(),
    'default.helping': asToDo('', true),
    'preparing.answering': asToDo('…'),
    'preparing.unanswered': asToDo(),
    canClaim: asReady('Claim'),
    claiming: asReady('Claim…'),
    queued: asReady(WAITS),
    completed: asReady('Completed'),
  },
  undriven: {
    'task.preparing --task.prepared [isPrepared]--> task.canClaim':
      'that it is ready is told before, by readiness.changed',
  },
});
