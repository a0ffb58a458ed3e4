import type { SnapshotFrom } from 'xstate';
import type { authMachine } from './auth.machine.ts';

type Snapshot = SnapshotFrom<typeof authMachine>;

/**
 * After a failed refresh: the time, in milliseconds, when the server last sent the shown balance; null: the balance is
 * current, or the time unknown.
 */
export const selectKnownAtMs = ({ context }: Snapshot) => context.knownAtMs;

/** Whether the last refresh of the balance failed because the device is offline. */
export const selectIsOffline = ({ context }: Snapshot): boolean => context.isOffline;
