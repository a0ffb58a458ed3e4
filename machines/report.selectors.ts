import type { SnapshotFrom } from 'xstate';
import type { reportMachine } from './report.machine.ts';

export const selectReported = ({ context }: SnapshotFrom<typeof reportMachine>) => context.item;
