import { assertEvent, assign } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { Passkey } from '../contract/passkey.calls.ts';
import { MAX_PASSKEYS } from '../contract/passkeys.ts';
import { failsTo } from './failure.ts';
import { emptyForm, formSetup, formStates } from './form.ts';
import { notProvided } from './not-provided.ts';
import { field, output } from './params.ts';
import { needsProof, onProofEnded, type ProofEnded, provingGuards } from './proving.ts';
import { loadStates, onClosed } from './sheet.ts';

type Passkeys = readonly Passkey[];
/** A new name of a passkey. */
type Naming = Pick<Passkey, 'passkey' | 'name'>;

interface Context {
  /** the newest answer, with the changes made since */
  passkeys: Passkeys;
  /** the passkey that is being renamed or removed, or was renamed or removed last */
  touched: string | null;
}

type Event =
  | { type: 'open.pressed' }
  | { type: 'retry.pressed' }
  | { type: 'add.pressed' }
  | { type: 'back.pressed' }
  | { type: 'name.pressed'; passkey: string }
  | { type: 'name.submitted'; name: string }
  | { type: 'remove.pressed'; passkey: string }
  | ProofEnded
  | { type: 'dialog.closed' };

const base = formSetup({
  types: {} as {
    field: 'password';
    /** options by which the browser makes a passkey */
    answer: string;
    context: Context;
    events: Event;
  },
  actors: {
    loadPasskeys: notProvided<Passkeys, void>('loadPasskeys'),
    /** the browser asks the user, and returns the new passkey */
    makePasskey: notProvided<string, string>('makePasskey'),
    /** adds the passkey, and returns the new list */
    addPasskey: notProvided<Passkeys, string>('addPasskey'),
    renamePasskey: notProvided<Naming, Naming>('renamePasskey'),
    removePasskey: notProvided<void, string>('removePasskey'),
  },
}).extend({
  guards: {
    hasRoom: ({ context }) => context.passkeys.length < MAX_PASSKEYS,
    isListed: ({ context }, passkey: string) =>
      context.passkeys.some((each) => each.passkey === passkey),
    isName: (_, name: string) => name.trim() !== '',
    ...provingGuards,
  },
  actions: {
    setPasskeys: assign({ passkeys: (_, passkeys: Passkeys) => passkeys }),
    setTouched: assign({ touched: (_, passkey: string) => passkey }),
    setName: assign({
      passkeys: ({ context }, { passkey, name }: Naming) =>
        context.passkeys.map((each) => (each.passkey === passkey ? { ...each, name } : each)),
    }),
    dropTouched: assign({
      passkeys: ({ context }) =>
        context.passkeys.filter(({ passkey }) => passkey !== context.touched),
    }),
    setFault: assign({ failure: (_, failure: CallFailure) => failure }),
  },
});

const passkeyOf = field('passkey');
const listed = { guard: { type: 'isListed', params: passkeyOf } } as const;
const touch = { actions: { type: 'setTouched', params: passkeyOf } } as const;

/** Actions on the list. */
const touches = {
  'name.pressed': { ...listed, target: 'naming', ...touch },
  'remove.pressed': { ...listed, target: 'removing', ...touch },
  ...onClosed,
} as const;
const asks = { 'add.pressed': { guard: 'hasRoom', target: 'editing' }, ...touches } as const;
/** After a passkey was removed, or was not made, another one can be added. */
const asksWithRoom = { 'add.pressed': 'editing', ...touches } as const;

const setPasskeys = { type: 'setPasskeys', params: output } as const;
/** Where the answer was lost, the outcome is unknown: the list stays as it was. */
const fails = failsTo('failed', ['setFault']);

/**
 * The member's passkeys: loaded when the sheet opens, added with the password and the browser’s passkey, renamed, and
 * removed after a proof of identity. The password is not stored. It starts when the sheet opens.
 */
export const passkeysMachine = base.createMachine({
  id: 'passkeys',
  context: { ...emptyForm, passkeys: [], touched: null },
  initial: 'loading',
  states: {
    ...loadStates('loadPasskeys', { target: 'shown', actions: setPasskeys }),
    shown: { on: asks },
    ...formStates({ onDone: 'making', on: { 'back.pressed': 'shown', ...onClosed } }),
    /** the browser's dialog is open: it ends by itself, and when the sheet closes */
    making: {
      tags: ['busy'],
      invoke: {
        id: 'makePasskey',
        src: 'makePasskey',
        input: ({ event }) => (event as unknown as { output: string }).output,
        onDone: 'adding',
        // the user has closed the dialog, or the device has a passkey already
        onError: 'unmade',
      },
      on: onClosed,
    },
    unmade: { on: asksWithRoom },
    /** the sheet cannot be closed until it is known whether the passkey works; `api` has a timeout */
    adding: {
      tags: ['busy'],
      invoke: {
        id: 'addPasskey',
        src: 'addPasskey',
        input: ({ event }) => output({ event: event as unknown as { output: string } }),
        onDone: { target: 'added', actions: setPasskeys },
        onError: fails,
      },
    },
    added: { on: asks },
    naming: {
      on: {
        'name.submitted': {
          guard: { type: 'isName', params: ({ event }) => event.name },
          target: 'renaming',
        },
        'back.pressed': 'shown',
        ...onClosed,
      },
    },
    renaming: {
      tags: ['busy'],
      invoke: {
        id: 'renamePasskey',
        src: 'renamePasskey',
        input: ({ context, event }) => {
          assertEvent(event, 'name.submitted');
          return { passkey: context.touched as string, name: event.name.trim() };
        },
        onDone: { target: 'shown', actions: { type: 'setName', params: output } },
        onError: fails,
      },
    },
    removing: {
      tags: ['busy'],
      invoke: {
        id: 'removePasskey',
        src: 'removePasskey',
        input: ({ context }) => context.touched as string,
        onDone: { target: 'removed', actions: 'dropTouched' },
        onError: [needsProof, fails],
      },
    },
    /** the sheet that asks for the proof is open, in place of the list */
    proving: { on: { ...onProofEnded('removing', 'shown'), ...onClosed } },
    removed: { on: asksWithRoom },
    failed: { on: asks },
    closed: { on: { 'open.pressed': 'loading' } },
  },
});
