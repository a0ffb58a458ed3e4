import type { SnapshotFrom } from 'xstate';
import type { statementMachine } from './statement.machine.ts';

type Snapshot = SnapshotFrom<typeof statementMachine>;

/** The shown statement; null: none, or the year could not be loaded. */
export const selectStatement = ({ context }: Snapshot) => context.statement;

/** The picked year, even while it is loading, or else the statement's; null: neither is known. */
export const selectYear = ({ context }: Snapshot) =>
  context.year ?? context.statement?.year ?? null;
