import type { Permission } from '../push/model.ts';
import type { Preparation, TaskName } from '../task.machine.ts';
import type { Command } from './command.ts';
import type { ToastText } from './toasts.ts';

/** Who leads a person to what a task asks for. */
export const helpers: Record<TaskName, Command> = {
  notification: { to: 'push', event: { type: 'enable.pressed', asker: 'tasks' } },
  download_app: { to: 'install', event: { type: 'install.pressed' } },
};

/** What a permission means to somebody who was asked for it. */
const preparations: Record<Permission, Preparation> = {
  granted: 'ready',
  default: 'declined',
  denied: 'byHand',
  unsupported: 'impossible',
};

interface PushAnswer {
  permission: Permission;
  /** notifications come with the installation: the screen shows how */
  canInstall: boolean;
}

export const preparationOf = ({ permission, canInstall }: PushAnswer): Preparation =>
  permission === 'unsupported' && canInstall ? 'byHand' : preparations[permission];

export const prepared = (task: TaskName, preparation: Preparation): Command => ({
  to: 'tasks',
  event: { type: 'task.prepared', task, preparation },
});
export const readyIs = (task: TaskName, isReady: boolean): Command => ({
  to: 'tasks',
  event: { type: 'readiness.changed', task, isReady },
});

/** What is missing where a task is not ready; null: the screen shows it. */
export const notReadyToasts: Record<TaskName, (preparation: Preparation) => ToastText | null> = {
  notification: () => ({ kind: 'notificationsNeeded' }),
  // the way to install is on the screen
  download_app: (preparation) => (preparation === 'byHand' ? null : { kind: 'installFirst' }),
};
