import { assign, setup } from 'xstate';
import { notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

interface Context {
  /** what is to be signed, of the server; it is good for five minutes */
  options: string;
  /** whether the session is to last, as the form says it */
  keep: boolean;
  /** one has been used: the browser fills in no second one by itself */
  hasSigned: boolean;
}

type Event =
  | { type: 'screen.seen' }
  | { type: 'screen.left' }
  | { type: 'keep.changed'; keep: boolean }
  | { type: 'passkey.pressed' };

/** What a passkey has signed: whoever logs people in takes it further. */
export interface PasskeyLoginEmitted {
  type: 'passkey.signed';
  response: string;
  keep: boolean;
}

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    askOptions: notProvided<string, void>('askOptions'),
    /** among what the browser offers to fill the field of the name with: as long as it may take */
    fillIn: notProvided<string, string>('fillIn'),
    /** by the browser's own dialog */
    choose: notProvided<string, string>('choose'),
  },
  delays: {
    /** before they are over */
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

/** The options are used up by it, whether it lets in or not. */
const onSigned = {
  target: 'asking',
  actions: ['setSigned', { type: 'notifySigned', params: output }],
} as const;

const onAsked = { actions: { type: 'setOptions', params: output } } as const;

const offer = { on: { 'passkey.pressed': 'choosing' }, after: { renewal: 'asking' } } as const;

const input = ({ context }: { context: Context }) => context.options;

/**
 * A log-in by a passkey, as long as the log-in is looked at: by a button, and among what the browser fills the field
 * of the name with. Nothing is offered that cannot work: no options, no button.
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
    /** the browser fills in nothing, or no more */
    waiting: offer,
    choosing: {
      tags: ['busy'],
      invoke: { id: 'choose', src: 'choose', input, onDone: onSigned, onError: 'unused' },
    },
    /** whoever was asked wanted none, or has none here */
    unused: offer,
    away: { entry: 'forgetSigned', on: { 'screen.seen': 'asking' } },
  },
});
