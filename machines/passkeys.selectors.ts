import type { SnapshotFrom } from 'xstate';
import { MAX_PASSKEYS } from '../contract/passkeys.ts';
import type { passkeysMachine } from './passkeys.machine.ts';

type Snapshot = SnapshotFrom<typeof passkeysMachine>;

export const selectPasskeys = ({ context }: Snapshot) => context.passkeys;
export const selectHasRoom = ({ context }: Snapshot) => context.passkeys.length < MAX_PASSKEYS;

/** The password is asked for, or what follows from it is under way. */
export const selectIsAdding = (state: Snapshot) =>
  ['editing', 'incomplete', 'sending', 'refused', 'making', 'adding'].some((each) =>
    state.matches(each as 'editing'),
  );

/** The one that is being named; null: none is. */
export const selectNamed = (state: Snapshot) =>
  state.matches('naming') || state.matches('renaming') ? state.context.touched : null;

/** It has to be shown whose account it is before one is removed. */
export const selectIsProving = (state: Snapshot) => state.matches('proving');

/** The one that is being removed; null: none is. */
export const selectRemoved = (state: Snapshot) =>
  state.matches('removing') ? state.context.touched : null;

/** Why what was asked for was not done; null: it was. */
export const selectFault = (state: Snapshot) =>
  state.matches('failed') ? state.context.failure : null;
