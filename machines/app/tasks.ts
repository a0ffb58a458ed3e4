import type { Permission } from '../push/model.ts';
import type { Preparation, TaskName } from '../task.machine.ts';
import type { Command } from './command.ts';
import type { ToastText } from './toasts.ts';

/** The machine that helps with each task. */
export const helpers: Record<TaskName, Command> = {
  notification: { to: 'push', event: { type: 'enable.pressed', asker: 'tasks' } },
  download_app: { to: 'install', event: { type: 'install.pressed' } },
};

/** Result of preparing for notifications, by their permission. */
const preparations: Record<Permission, Preparation> = {
  granted: 'ready',
  default: 'declined',
  denied: 'byHand',
  unsupported: 'impossible',
};

interface PushAnswer {
  permission: Permission;
  /** notifications need the installed app: the screen shows how to install it */
  needsInstall: boolean;
}

export const preparationOf = ({ permission, needsInstall }: PushAnswer): Preparation =>
  permission === 'unsupported' && needsInstall ? 'byHand' : preparations[permission];

export const prepared = (task: TaskName, preparation: Preparation): Command => ({
  to: 'tasks',
  event: { type: 'task.prepared', task, preparation },
});
export const readinessChanged = (task: TaskName, isReady: boolean): Command => ({
  to: 'tasks',
  event: { type: 'readiness.changed', task, isReady },
});

/** The toast for a task that is not ready; null: the screen shows the reason. */
export const notReadyToasts: Record<TaskName, (preparation: Preparation) => ToastText | null> = {
  notification: () => ({ kind: 'notificationsNeeded' }),
  // the screen shows how to install
  download_app: (preparation) => (preparation === 'byHand' ? null : { kind: 'installFirst' }),
};
