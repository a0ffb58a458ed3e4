import type { SnapshotFrom, StateValueFrom } from 'xstate';
import type { reportMachine } from './report.machine.ts';

type Snapshot = SnapshotFrom<typeof reportMachine>;

export type ReportState = StateValueFrom<typeof reportMachine>;

export const selectReportState = ({ value }: Snapshot): ReportState => value;

export const selectReported = ({ context }: Snapshot) => context.item;

const nothing: Snapshot['context']['missing'] = [];

/** What is to be chosen or said. */
export const selectMissing = (state: Snapshot) =>
  state.matches('incomplete') ? state.context.missing : nothing;

/** Why the report was not taken; null: it was not refused. */
export const selectRefusal = (state: Snapshot) =>
  state.matches('refused') ? state.context.failure : null;
