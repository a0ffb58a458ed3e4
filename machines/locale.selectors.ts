import type { SnapshotFrom } from 'xstate';
import type { localeMachine } from './locale.machine.ts';

/** The chosen language, even if its texts are not loaded yet. */
export const selectWantedLocale = ({ context }: SnapshotFrom<typeof localeMachine>) =>
  context.wanted;
