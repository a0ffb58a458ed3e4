import type { SnapshotFrom } from 'xstate';
import type { recoveryMachine } from './recovery.machine.ts';

export const selectCodes = ({ context }: SnapshotFrom<typeof recoveryMachine>) => context.codes;
