import type { SnapshotFrom } from 'xstate';
import type { tickerMachine } from './ticker.machine.ts';

/** null: nothing is shown now. */
export const selectNotice = ({ context }: SnapshotFrom<typeof tickerMachine>) => context.notice;
