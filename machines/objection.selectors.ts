import type { SnapshotFrom } from 'xstate';
import type { objectionMachine } from './objection.machine.ts';

export const selectObjected = ({ context }: SnapshotFrom<typeof objectionMachine>) => context.item;
