import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { Ended, sessionsMachine } from './sessions.machine.ts';

type Snapshot = SnapshotFrom<typeof sessionsMachine>;

export type SessionsState = StateValueFrom<typeof sessionsMachine>;

export const selectSessionsState = ({ value }: Snapshot): SessionsState => value;

export const selectSessions = ({ context }: Snapshot) => context.sessions;

/** What is being ended; undefined: nothing is. */
export const selectEnding = (state: Snapshot): Ended | undefined =>
  state.matches('ending') ? state.context.ended : undefined;

/** What was ended just now; undefined: nothing was. */
export const selectEnded = (state: Snapshot): Ended | undefined =>
  state.matches('ended') ? state.context.ended : undefined;

/** Why they could not be shown. */
export const selectLoss = (state: Snapshot) =>
  state.matches('lost') ? state.context.failure : null;

/** Why nothing was ended; null: nothing went wrong. */
export const selectRefusal = (state: Snapshot) =>
  state.matches('refused') ? state.context.failure : null;
