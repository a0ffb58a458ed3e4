import type { SnapshotFrom } from 'xstate';
import type { statementMachine } from './statement.machine.ts';

type Snapshot = SnapshotFrom<typeof statementMachine>;

/** What there is to be read; null: nothing, or another year could not be had. */
export const selectStatement = ({ context }: Snapshot) => context.statement;

/** The year that was picked, also before it is there; null: none is known. */
export const selectYear = ({ context }: Snapshot) =>
  context.year ?? context.statement?.year ?? null;
