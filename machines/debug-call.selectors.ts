import type { SnapshotFrom } from 'xstate';
import { type CallEnd, type debugCallMachine, keyOf } from './debug-call.machine.ts';

/** undefined: the form was never sent */
type Snapshot = SnapshotFrom<typeof debugCallMachine> | undefined;

const NONE: Readonly<Record<string, string>> = {};

/** Why fields were not accepted, by their names. */
export const selectProblems = (state: Snapshot) => state?.context.problems ?? NONE;
export const selectIsSending = (state: Snapshot) => state?.matches('sending') ?? false;
export const selectEnd = (state: Snapshot): CallEnd | null => state?.context.end ?? null;
/** The idempotency key of the last attempt; null before the first. */
export const selectKey = (state: Snapshot): string | null =>
  state && state.context.attempt > 0 ? keyOf(state.context) : null;
