import type { SnapshotFrom } from 'xstate';
import { MAX_PASSKEYS } from '../contract/passkeys.ts';
import type { passkeysMachine } from './passkeys.machine.ts';

type Snapshot = SnapshotFrom<typeof passkeysMachine>;

export const selectPasskeys = ({ context }: Snapshot) => context.passkeys;
export const selectHasRoom = ({ context }: Snapshot) => context.passkeys.length < MAX_PASSKEYS;

/** A passkey is being added: the password form, the browser's dialog or the call. */
export const selectIsAdding = (state: Snapshot) =>
  ['editing', 'incomplete', 'sending', 'refused', 'making', 'adding'].some((each) =>
    state.matches(each as 'editing'),
  );

/** The passkey that is being named; null: none. */
export const selectRenaming = (state: Snapshot) =>
  state.matches('naming') || state.matches('renaming') ? state.context.touched : null;

/** A proof of identity is asked for before a passkey is removed. */
export const selectIsProving = (state: Snapshot) => state.matches('proving');

/** The passkey that is being removed; null: none. */
export const selectRemoving = (state: Snapshot) =>
  state.matches('removing') ? state.context.touched : null;

/** Why the last call failed; null: no failure. */
export const selectFault = (state: Snapshot) =>
  state.matches('failed') ? state.context.failure : null;
