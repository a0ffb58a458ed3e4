import type { SnapshotFrom } from 'xstate';
import { isOffline } from './offline.ts';
import type { withdrawInfoMachine } from './withdraw-info.machine.ts';

type Snapshot = SnapshotFrom<typeof withdrawInfoMachine>;

/**
 * `missing`: asked for, and there is none; while it is asked for again, what was told stays.
 * `offline`: there was no connection to ask over.
 */
export function selectInfoStep({ value, context }: Snapshot) {
  if (value === 'failed' && isOffline(context.failure)) return 'offline';
  if (value !== 'renewing') return value;
  return context.info ? 'set' : 'missing';
}

export const selectInfo = ({ context }: Snapshot) => context.info;
/** Hours that the first withdrawal waits at least once another account is saved; 0: there is none yet, or no wait. */
export const selectChangeHold = ({ context }: Snapshot) =>
  context.info ? (context.changeHoldHours ?? 0) : 0;
export const selectMethods = ({ context }: Snapshot) => context.methods;
export const selectForm = ({ context }: Snapshot) => context.form;
export const selectProblems = ({ context }: Snapshot) => context.problems;
export const selectFailure = ({ context }: Snapshot) => context.failure;
