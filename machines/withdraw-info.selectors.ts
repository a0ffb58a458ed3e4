import type { SnapshotFrom } from 'xstate';
import { isOffline } from './offline.ts';
import type { withdrawInfoMachine } from './withdraw-info.machine.ts';

type Snapshot = SnapshotFrom<typeof withdrawInfoMachine>;

/**
 * `missing`: loaded, and no account is set; while loading again, the last state is shown.
 * `offline`: there was no connection.
 */
export function selectInfoStep({ value, context }: Snapshot) {
  if (value === 'failed' && isOffline(context.failure)) return 'offline';
  if (value !== 'renewing') return value;
  return context.info ? 'set' : 'missing';
}

export const selectInfo = ({ context }: Snapshot) => context.info;
/** Hours for which the first withdrawal to a newly saved account is held at least; 0: none set yet, or no hold. */
export const selectChangeHold = ({ context }: Snapshot) =>
  context.info ? (context.changeHoldHours ?? 0) : 0;
export const selectMethods = ({ context }: Snapshot) => context.methods;
export const selectForm = ({ context }: Snapshot) => context.form;
export const selectProblems = ({ context }: Snapshot) => context.problems;
export const selectFailure = ({ context }: Snapshot) => context.failure;
