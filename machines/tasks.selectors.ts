import type { SnapshotFrom } from 'xstate';
import type { TaskName } from './task.machine.ts';
import type { tasksMachine } from './tasks.machine.ts';

/** The actor of one task, for as long as the task is listed. */
export const selectTask =
  (task: TaskName) =>
  ({ children }: SnapshotFrom<typeof tasksMachine>) =>
    children[task];
