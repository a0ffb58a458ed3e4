import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { statementMachine } from './statement.machine.ts';

type Snapshot = SnapshotFrom<typeof statementMachine>;

export type StatementState = StateValueFrom<typeof statementMachine>;

export const selectStatementState = ({ value }: Snapshot): StatementState => value;

/** What there is to be read; null: nothing, or another year could not be had. */
export const selectStatement = ({ context }: Snapshot) => context.statement;

/** The year that was picked, also before it is there; null: none is known. */
export const selectYear = ({ context }: Snapshot) =>
  context.year ?? context.statement?.year ?? null;

/** Why there is nothing; null: nothing went wrong. */
export const selectFailure = (state: Snapshot) =>
  state.matches('failed') ? state.context.failure : null;
