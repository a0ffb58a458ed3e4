import type { SnapshotFrom } from 'xstate';
import type { taskMachine } from './task.machine.ts';

export type TaskState =
  | 'toDo'
  /** to do by hand; the steps are shown */
  | 'helping'
  | 'preparing'
  | 'canClaim'
  | 'claiming'
  /** claimed; the outbox sends the claim when it can */
  | 'queued'
  | 'completed';

export function selectTaskState({ value }: SnapshotFrom<typeof taskMachine>): TaskState {
  if (typeof value === 'string') return value;
  if ('preparing' in value) return value.preparing === 'answering' ? 'preparing' : 'toDo';
  return value.default === 'helping' ? 'helping' : 'toDo';
}
