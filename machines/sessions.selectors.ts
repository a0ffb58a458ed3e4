import type { SnapshotFrom } from 'xstate';
import type { Ended, sessionsMachine } from './sessions.machine.ts';

type Snapshot = SnapshotFrom<typeof sessionsMachine>;

export const selectSessions = ({ context }: Snapshot) => context.sessions;

/** The sessions that are being ended; undefined: none. */
export const selectEnding = (state: Snapshot): Ended | undefined =>
  state.matches('ending') ? state.context.ended : undefined;

/** The sessions that were just ended; undefined: none. */
export const selectEnded = (state: Snapshot): Ended | undefined =>
  state.matches('ended') ? state.context.ended : undefined;
