import type { SnapshotFrom } from 'xstate';
import type { themeMachine } from './theme.machine.ts';

/** The dark scheme is shown, by choice or by the system. */
export const selectIsDark = (state: SnapshotFrom<typeof themeMachine>) =>
  state.matches('dark') || state.matches({ followingSystem: 'dark' });
