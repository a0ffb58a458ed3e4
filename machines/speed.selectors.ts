import type { SnapshotFrom } from 'xstate';
import type { speedMachine } from './speed.machine.ts';

export const selectIsFast = (snapshot: SnapshotFrom<typeof speedMachine>): boolean =>
  snapshot.matches('fast');
