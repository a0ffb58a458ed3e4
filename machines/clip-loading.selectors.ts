import type { SnapshotFrom } from 'xstate';
import type { clipLoadingMachine } from './clip-loading.machine.ts';

export const selectIsSavingData = ({ context }: SnapshotFrom<typeof clipLoadingMachine>) =>
  context.isSavingData;
