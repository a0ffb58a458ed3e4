import type { SnapshotFrom } from 'xstate';
import type { clipLoadingMachine } from './clip-loading.machine.ts';

export const selectIsSaving = ({ context }: SnapshotFrom<typeof clipLoadingMachine>) =>
  context.isSaving;
