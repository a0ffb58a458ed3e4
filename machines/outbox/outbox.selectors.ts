import type { SnapshotFrom } from 'xstate';
import type { outboxMachine } from './outbox.machine.ts';
import { hasClaimsIn } from './queue.ts';

type Snapshot = SnapshotFrom<typeof outboxMachine>;

/** The reason why claims are not sent. */
export type BlockReason = 'offline' | 'unanswered' | 'paused';

/** Number of this user's claims that could not be sent at once. */
export const selectWaitingCount = ({ context }: Snapshot): number => waitingIn(context).length;

/** Time at which the oldest of these claims was earned, by the server's clock; null: not known. */
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
  return hasClaimsIn(context, 'paused') && context.failures === 0 ? 'paused' : 'unanswered';
}

export const selectIsSending = ({ value }: Snapshot): boolean => value.sending === 'calling';

/** The reason why the last claim could not be persisted; null: claims are persisted. */
export const selectStorageError = ({ context }: Snapshot) => context.storageError;
