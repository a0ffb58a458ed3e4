import { fromCallback, fromPromise, type SnapshotFrom, waitFor } from 'xstate';
import type { OutputOf } from '../../../contract/call.ts';
import { claimTask, history, taskList } from '../../../contract/calls.ts';
import type { installMachine } from '../../../machines/install.machine.ts';
import type { pushMachine } from '../../../machines/push.machine.ts';
import type { Permission } from '../../../machines/push.setup.ts';
import { type Preparation, type TaskName, taskMachine } from '../../../machines/task.machine.ts';
import type { Effects } from '../effects.ts';
import { TASKS_PATH } from '../path.ts';
import type { Blueprint } from '../screens.ts';
import type { System } from '../system.ts';
import { utcDay } from '../utc-day.ts';
import { factBlueprint, type ListMachine, listBlueprint } from './list.actors.ts';
import { rewardsSince } from './rewards-since.ts';

export type Task = OutputOf<typeof taskList>['list'][number];

/** The tasks, and which are done. */
export function taskListBlueprint(effects: Effects): Blueprint<ListMachine<Task>> {
  return listBlueprint(effects, {
    name: 'tasks',
    screen: TASKS_PATH,
    load: async ({ page }, signal) => {
      const { list } = await effects.api(taskList, {}, { signal });
      return { list, page, total: list.length };
    },
  });
}

/** How many videos this user was paid for on this UTC day, and of how many. */
interface PaidToday {
  paid: number;
  limit: number;
}

export function paidTodayBlueprint(effects: Effects): Blueprint<ListMachine<PaidToday>> {
  return factBlueprint(effects, {
    name: 'paid today',
    screen: TASKS_PATH,
    // the list of playable videos would start the watch time of those that it hands over
    load: async (signal) => {
      const answer = await effects.api(history, { page: 1, limit: 1 }, { signal });
      return { paid: answer.paid_today, limit: answer.limit_today };
    },
    isOutdatedBy: ({ type }) =>
      ['claim.paid', 'day.began', 'feed.extraViews', 'push.received'].includes(type),
  });
}

/** Whether this user was paid for a share on this UTC day, on whatever device. */
export function sharedTodayBlueprint(effects: Effects): Blueprint<ListMachine<boolean>> {
  return factBlueprint(effects, {
    name: 'shared today',
    screen: TASKS_PATH,
    load: async (signal) => {
      const today = utcDay(new Date());
      const { rewards } = await rewardsSince(effects, today, signal, 'share_reward');
      return rewards.length > 0;
    },
    isOutdatedBy: ({ type }) => type === 'share.counted' || type === 'day.began',
  });
}

/** What a permission means to somebody who was asked for it. */
const preparations: Record<Permission, Preparation> = {
  granted: 'ready',
  default: 'declined',
  denied: 'byHand',
  unsupported: 'impossible',
};

const isAnswered = (snapshot: SnapshotFrom<typeof installMachine>) =>
  !snapshot.hasTag('busy') && !snapshot.matches('installable');

function provideTask({ effects, install, push }: System) {
  const allowNotifications = async (): Promise<Preparation> => {
    push.send({ type: 'enable.pressed', asker: 'tasks' });
    const isAnswered = (snapshot: SnapshotFrom<typeof pushMachine>) => !snapshot.matches('asking');
    const { context } = await waitFor(push, isAnswered, { timeout: Number.POSITIVE_INFINITY });
    return preparations[context.permission];
  };
  const installApp = async (): Promise<Preparation> => {
    install.send({ type: 'install.pressed' });
    if (install.getSnapshot().matches('guiding')) return 'byHand';
    // a yes to the prompt is no installed app yet: that comes as an event of its own
    const { value } = await waitFor(install, isAnswered, { timeout: Number.POSITIVE_INFINITY });
    return value === 'installed' ? 'ready' : 'declined';
  };
  return taskMachine.provide({
    actors: {
      prepareTask: fromPromise<Preparation, { task: TaskName }>(({ input }) =>
        input.task === 'notification' ? allowNotifications() : installApp(),
      ),
      claimTask: fromPromise<{ reward: string; balance: string }, { task: TaskName; key: string }>(
        ({ input: { task, key }, signal }) =>
          effects.api(claimTask, { task }, { signal, idempotencyKey: key }),
      ),
      watchReadiness: fromCallback<{ type: string }, { task: TaskName }>(({ input, sendBack }) => {
        const tell = (isReady: boolean) => sendBack({ type: 'readiness.changed', isReady });
        if (input.task === 'notification') {
          const look = ({ context }: SnapshotFrom<typeof pushMachine>) =>
            tell(context.permission === 'granted');
          look(push.getSnapshot());
          return push.subscribe(look).unsubscribe;
        }
        tell(effects.install.isInstalled());
        return effects.install.watch((event) => tell(event === 'installed'));
      }),
    },
  });
}

/** One task of the list. */
export function taskBlueprint(system: System, task: Task): Blueprint<typeof taskMachine> {
  return {
    name: `task ${task.task}`,
    make: () => ({
      logic: provideTask(system),
      input: { task: task.task, isCompleted: task.completed, nonce: system.effects.nonce() },
    }),
  };
}
