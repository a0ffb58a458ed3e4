import { assign, setup } from 'xstate';
import type { Losses } from '../contract/deletion.calls.ts';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import { output } from './params.ts';
import { needsProof, onProofEnded, type ProofEnded, provingGuards } from './proving.ts';
import { loadStates, onClosed } from './sheet.ts';
import type { Tag } from './tags.ts';

interface Context {
  /** the member's losses, as loaded when the sheet opened; null: not known */
  losses: Losses | null;
  /** this device's data could not all be erased */
  isErasureIncomplete: boolean;
  failure: CallFailure | null;
}

type Event =
  | { type: 'open.pressed' }
  | { type: 'retry.pressed' }
  | { type: 'delete.pressed' }
  | { type: 'confirm.pressed' }
  | ProofEnded
  | { type: 'dialog.closed' };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    loadLosses: notProvided<Losses, void>('loadLosses'),
    deleteAccount: notProvided<void, void>('deleteAccount'),
    eraseDeviceData: notProvided<void, void>('eraseDeviceData'),
  },
  delays: { forgetTimeout: 5_000 },
  guards: {
    ...provingGuards,
    /** no amount is held for a withdrawal */
    hasNoHeldAmount: ({ context }) => context.losses?.held === null,
  },
  actions: {
    setLosses: assign({ losses: (_, losses: Losses) => losses }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    setErasureIncomplete: assign({
      isErasureIncomplete: (_, isErasureIncomplete: boolean) => isErasureIncomplete,
    }),
    leavePage: actionNotProvided('leavePage'),
  },
});

const onLoaded = { target: 'shown', actions: { type: 'setLosses', params: output } } as const;
const deleted = (isErasureIncomplete: boolean) =>
  ({
    target: 'deleted',
    actions: { type: 'setErasureIncomplete', params: isErasureIncomplete },
  }) as const;

const asks = { on: { 'confirm.pressed': 'deleting', ...onClosed } } as const;

/**
 * Deletes an account: shows what is lost, asks for confirmation, and for a proof of identity if the last one is
 * too old; then shows the outcome. It starts when its sheet opens.
 */
export const deletionMachine = base.createMachine({
  id: 'deletion',
  context: { losses: null, isErasureIncomplete: false, failure: null },
  initial: 'loading',
  states: {
    ...loadStates('loadLosses', onLoaded),
    shown: {
      on: { 'delete.pressed': { guard: 'hasNoHeldAmount', target: 'asking' }, ...onClosed },
    },
    /** the last confirmation */
    asking: asks,
    // the sheet cannot be closed until the outcome is known; where the answer was lost, a further attempt ends the
    // session if the account is gone
    deleting: {
      tags: ['busy'],
      invoke: {
        id: 'deleteAccount',
        src: 'deleteAccount',
        onDone: 'forgetting',
        onError: [needsProof, failsTo('refused', ['setFailure'])],
      },
    },
    /** the sheet that asks for the proof is open, over the last confirmation */
    proving: { on: { ...onProofEnded('deleting', 'asking'), ...onClosed } },
    refused: asks,
    /** the account is deleted; now this device's data is erased */
    forgetting: {
      tags: ['busy'],
      invoke: {
        id: 'eraseDeviceData',
        src: 'eraseDeviceData',
        onDone: deleted(false),
        onError: deleted(true),
      },
      after: { forgetTimeout: deleted(true) },
    },
    deleted: { on: { 'dialog.closed': { target: 'closed', actions: 'leavePage' } } },
    closed: { on: { 'open.pressed': 'loading' } },
  },
});
