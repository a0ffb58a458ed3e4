import type { Page } from 'playwright-core';
import type { TaskName } from '../../machines/task.machine.ts';
import type { AnyWorld, Means, Scene } from './driver.ts';
import { answers } from './facts.ts';

export const APP = 'download_app';
export const BELL = 'notification';

/** What the list promises and what the claim's answer says: neither may stand for the other. */
const REWARDS = { [APP]: '0.3700', [BELL]: '0.4300' };
const PAID = { [APP]: '0.3900', [BELL]: '0.4700' };
const EARNED = { [APP]: '+0.39 earned', [BELL]: '+0.47 earned' };

const titles = { [APP]: 'Download the app', [BELL]: 'Enable notifications' };
export const starts = { [APP]: 'Install', [BELL]: 'Enable' };
export const links = { [APP]: 'About the app', [BELL]: 'How do I allow notifications?' };
const notes = {
  [APP]: 'On your home screen it opens at once and fills the screen. It is free.',
  [BELL]: 'Allow this app to show you notifications.',
};

export const WAITS = 'Waiting to be sent';

/** The way through the browser's own settings. */
export const STEPS =
  '1 Click the lock icon beside the address. 2 Find “Notifications” in the list. ' +
  '3 Set it to “Allow”. 4 Refresh the page.';

export const HELP = {
  [APP]:
    'Install the app 1 Open the menu of your browser. 2 Choose “Install app” or “Add to Home ' +
    'screen”. 3 Open the app from your home screen. The reward is claimed there, under Tasks. Close',
  [BELL]: `Notification help ${STEPS} Close Refresh`,
};

/** The button of a task's card. */
export const buttonOf = (page: Page, task: TaskName, name: string) =>
  page.getByRole('article', { name: titles[task] }).getByRole('button', { name, exact: true });

/** @param rest its button, and the link below, if any */
export const cardOf = (task: TaskName, sum: string, ...rest: string[]) =>
  [`${titles[task]} ${notes[task]}`, [sum, rest[0]].join(' '), ...rest.slice(1)].join(' / ');

export interface World extends AnyWorld {
  /** the one that is led, of the two that are listed */
  task: TaskName;
  /** what the server's list says of it */
  isDone: boolean;
}

export const pays: Means<World>['act'] = ({ stand, world }) =>
  stand.answer('claimTask', { reward: PAID[world.task], balance: '37.9900' });
export const earned = ({ task }: World) => [EARNED[task]];

/** A claim that still waits would be sent with the next one. */
export async function forgetClaims({
  context,
  page,
  stand,
}: Pick<Scene<World>, 'context' | 'page' | 'stand'>) {
  const client = await context.newCDPSession(page);
  const storageTypes = 'indexeddb';
  await client.send('Storage.clearDataForOrigin', { origin: stand.url, storageTypes });
  await client.detach();
}

export function begin(task: TaskName): World {
  const world: World = {
    answers: answers({
      taskList: () => ({
        list: ([APP, BELL] as const).map((each) => ({
          task: each,
          reward: REWARDS[each],
          completed: each === task && world.isDone,
        })),
      }),
    }),
    task,
    isDone: false,
  };
  return world;
}

const ofBoth = { [APP]: '+0.37', [BELL]: '+0.43' };
const asCards =
  (rest: (world: World) => string[], isHelped = false) =>
  (world: World) => ({
    [APP]: cardOf(APP, ofBoth[APP], starts[APP], links[APP]),
    [BELL]: cardOf(BELL, ofBoth[BELL], starts[BELL], links[BELL]),
    [world.task]: cardOf(world.task, ofBoth[world.task], ...rest(world)),
    help: isHelped ? HELP[world.task] : null,
  });

export const asToDo = (busy = '', isHelped = false) =>
  asCards(({ task }) => [starts[task] + busy, links[task]], isHelped);

/** Whoever may notify needs no help with it; the app is worth a look until its task is done. */
export const asReady = (button: string) =>
  asCards(({ task, isDone }) => [button, ...(task === APP && !isDone ? [links[task]] : [])]);
