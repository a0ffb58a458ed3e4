import { assign, setup } from 'xstate';
import { notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

interface Context {
  /** the server's challenge to sign; valid for five minutes */
  options: string;
  /** whether the session is to be persistent, as chosen in the form */
  keep: boolean;
  /** a passkey was used: the browser does not fill in a second one by itself */
  hasSigned: boolean;
}

type Event =
  | { type: 'screen.seen' }
  | { type: 'screen.left' }
  | { type: 'keep.changed'; keep: boolean }
  | { type: 'passkey.pressed' };

/** A passkey has signed: `authMachine` logs in with the response. */
export interface PasskeyLoginEmitted {
  type: 'passkey.signed';
  response: string;
  keep: boolean;
}

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    askOptions: notProvided<string, void>('askOptions'),
    /** offers passkeys in the browser's autofill of the username field; `renewal` ends it */
    fillIn: notProvided<string, string>('fillIn'),
    /** lets the user choose in the browser's own dialog */
    choose: notProvided<string, string>('choose'),
  },
  delays: {
    /** before the challenge expires */
    renewal: 240_000,
  },
  guards: { hasSigned: ({ context }) => context.hasSigned },
  actions: {
    setOptions: assign({ options: (_, options: string) => options }),
    setSigned: assign({ hasSigned: true }),
    forgetSigned: assign({ hasSigned: false }),
    setKeep: assign({ keep: (_, keep: boolean) => keep }),
    notifySigned: notify(({ context }, response: string) => ({
      type: 'passkey.signed',
      response,
      keep: context.keep,
    })),
  },
});

/** A signature uses up the challenge, even if the log-in fails. */
const onSigned = {
  target: 'asking',
  actions: ['setSigned', { type: 'notifySigned', params: output }],
} as const;

const onAsked = { actions: { type: 'setOptions', params: output } } as const;

const offer = { on: { 'passkey.pressed': 'choosing' }, after: { renewal: 'asking' } } as const;

const input = ({ context }: { context: Context }) => context.options;

/**
 * A log-in by passkey, while the log-in screen is open: by a button, and in the autofill of the username field. Without
 * a challenge of the server there is no button.
 */
export const passkeyLoginMachine = base.createMachine({
  id: 'passkeyLogin',
  context: { options: '', keep: true, hasSigned: false },
  initial: 'asking',
  on: {
    'screen.left': '.away',
    'keep.changed': { actions: { type: 'setKeep', params: ({ event }) => event.keep } },
  },
  states: {
    asking: {
      invoke: {
        id: 'askOptions',
        src: 'askOptions',
        onDone: [
          { guard: 'hasSigned', target: 'waiting', ...onAsked },
          { target: 'offered', ...onAsked },
        ],
        onError: 'absent',
      },
    },
    absent: {},
    offered: {
      ...offer,
      invoke: { id: 'fillIn', src: 'fillIn', input, onDone: onSigned, onError: 'waiting' },
    },
    /** the browser fills in no passkey, or no further one */
    waiting: offer,
    choosing: {
      tags: ['busy'],
      invoke: { id: 'choose', src: 'choose', input, onDone: onSigned, onError: 'unused' },
    },
    /** the user has declined, or has no passkey here */
    unused: offer,
    away: { entry: 'forgetSigned', on: { 'screen.seen': 'asking' } },
  },
});
