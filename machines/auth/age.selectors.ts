import type { SnapshotFrom } from 'xstate';
import type { authMachine } from './auth.machine.ts';

type Snapshot = SnapshotFrom<typeof authMachine>;

/**
 * Time of the server's last report of the shown balance, in milliseconds, if it could not be refreshed; null: it is
 * current.
 */
export const selectKnownAtMs = ({ context }: Snapshot) => context.knownAtMs;

/** The balance could not be refreshed because there is no connection. */
export const selectIsOffline = ({ context }: Snapshot): boolean => context.isOffline;
