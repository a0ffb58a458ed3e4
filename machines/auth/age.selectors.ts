import type { SnapshotFrom } from 'xstate';
import type { authMachine } from './auth.machine.ts';

type Snapshot = SnapshotFrom<typeof authMachine>;

/** Since when the balance could not be asked for again, in milliseconds; null: it is the present one. */
export const selectKnownAtMs = ({ context }: Snapshot) => context.knownAtMs;

/** It could not be asked for because there is no connection. */
export const selectIsOffline = ({ context }: Snapshot): boolean => context.isOffline;
