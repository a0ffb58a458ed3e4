import type { SnapshotFrom } from 'xstate';
import type { outboxMachine } from './outbox.machine.ts';

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

const waitingIn = ({ claims, userId, failures, isOffline, ...context }: Snapshot['context']) => {
  const late = [...context.delayed, ...context.paused];
  return claims.filter(
    (claim) => claim.userId === userId && (isOffline || failures > 0 || late.includes(claim.id)),
  );
};

export function selectBlockReason({ context }: Snapshot): BlockReason {
  if (context.isOffline) return 'offline';
  return context.isPause && context.failures === 0 ? 'paused' : 'unanswered';
}

export const selectIsSending = ({ value }: Snapshot): boolean => value.line === 'sending';

/** Why the last reward could not be kept on this device; null: rewards are kept. */
export const selectStorageError = ({ context }: Snapshot) => context.storageError;
