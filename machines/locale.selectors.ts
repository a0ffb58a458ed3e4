import type { SnapshotFrom } from 'xstate';
import type { localeMachine } from './locale.machine.ts';

/** The language that was chosen, whether its texts are there yet or not. */
export const selectWantedLocale = ({ context }: SnapshotFrom<typeof localeMachine>) =>
  context.wanted;
