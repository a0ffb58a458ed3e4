import type { SnapshotFrom } from 'xstate';
import type { registrationMachine } from './registration.machine.ts';

/** This device does the work that lets it register; undefined: nobody registers. */
export const selectIsProving = (snapshot: SnapshotFrom<typeof registrationMachine> | undefined) =>
  snapshot?.matches('proving') ?? false;
