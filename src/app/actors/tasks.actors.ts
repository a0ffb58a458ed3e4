import { history } from '../../../contract/history.calls.ts';
import { taskList } from '../../../contract/task.calls.ts';
import type { TaskName } from '../../../machines/task.machine.ts';
import { tasksMachine } from '../../../machines/tasks.machine.ts';
import { notificationState } from '../../ports/notifications.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';
import { provideResource } from './resource.actors.ts';

/** The tasks, and whether each is completed. */
function provideTasks({ api }: Effects) {
  return tasksMachine.provide({
    actors: promises(tasksMachine, {
      loadTasks: async ({ signal }) => (await api(taskList, {}, { signal })).list,
    }),
  });
}

/** Whether the condition of each task is met already. */
const readinessOf = ({ install }: Effects): Record<TaskName, boolean> => ({
  notification: notificationState() === 'granted',
  download_app: install.isInstalled(),
});

export const startTasks: Start = (effects, { idPrefix }) => ({
  id: 'tasks',
  logic: provideTasks(effects),
  readInput: () => ({ idPrefix, readiness: readinessOf(effects) }),
});

/** Number of videos that this user was paid for on this UTC day, and the limit. */
export const providePaidToday = ({ api }: Effects) =>
  provideResource({
    // not from the list of playable videos, which would start the watch time of the videos in it
    load: async (signal) => {
      const answer = await api(history, { page: 1, limit: 1 }, { signal });
      return { paid: answer.paid_today, limit: answer.limit_today };
    },
  });

/** Whether this user was paid for a share of this UTC day, on any device. */
export const provideSharedToday = ({ api }: Effects) =>
  provideResource({
    load: async (signal) => {
      // not from the list of rewards: a reward that is paid today may be for a share of yesterday
      const answer = await api(history, { page: 1, limit: 1 }, { signal });
      return answer.share_paid_today;
    },
  });
