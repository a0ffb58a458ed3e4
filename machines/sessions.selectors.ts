import type { SnapshotFrom } from 'xstate';
import type { Ended, sessionsMachine } from './sessions.machine.ts';

type Snapshot = SnapshotFrom<typeof sessionsMachine>;

export const selectSessions = ({ context }: Snapshot) => context.sessions;

/** What is being ended; undefined: nothing is. */
export const selectEnding = (state: Snapshot): Ended | undefined =>
  state.matches('ending') ? state.context.ended : undefined;

/** What was ended just now; undefined: nothing was. */
export const selectEnded = (state: Snapshot): Ended | undefined =>
  state.matches('ended') ? state.context.ended : undefined;
