import type { SnapshotFrom } from 'xstate';
import type { registrationMachine } from './registration.machine.ts';

/** This device is making its proof of work; undefined: no registration is running. */
export const selectIsProving = (snapshot: SnapshotFrom<typeof registrationMachine> | undefined) =>
  snapshot?.matches('proving') ?? false;
