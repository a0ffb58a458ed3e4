import type { SnapshotFrom } from 'xstate';
import type { outboxMachine } from './outbox.machine.ts';
import { isIn } from './queue.ts';

type Snapshot = SnapshotFrom<typeof outboxMachine>;

/** What keeps rewards from being sent. */
export type BlockReason = 'offline' | 'unanswered' | 'paused';

/** How many of this user's rewards could not be sent at once. */
export const selectWaitingCount = ({ context }: Snapshot): number => waitingIn(context).length;

/** When the oldest of them was earned, by the server's clock; null where it is not known. */
export function selectWaitingSince({ context }: Snapshot): number | null {
  const times = waitingIn(context).flatMap(({ earnedAtMs }) => earnedAtMs ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

const waitingIn = ({ queue, userId, failures, isOffline }: Snapshot['context']) =>
  queue
    .filter(({ isDelayed, wasPaused }) => isOffline || failures > 0 || isDelayed || wasPaused)
    .map(({ claim }) => claim)
    .filter((claim) => claim.userId === userId);

export function selectBlockReason({ context }: Snapshot): BlockReason {
  if (context.isOffline) return 'offline';
  return isIn(context, 'paused') && context.failures === 0 ? 'paused' : 'unanswered';
}

export const selectIsSending = ({ value }: Snapshot): boolean => value.sending === 'calling';

/** Why the last reward could not be kept on this device; null: rewards are kept. */
export const selectStorageError = ({ context }: Snapshot) => context.storageError;
