import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

/** The present address of an account, and whether it is confirmed. */
interface PresentEmail {
  readonly email: string;
  readonly confirmed: boolean;
}

interface Context {
  /** the newest answer; null: none yet */
  present: PresentEmail | null;
  failure: CallFailure | null;
}

type Event = { type: 'opened' } | { type: 'retry.pressed' } | { type: 'send.pressed' };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    loadEmail: notProvided<PresentEmail, void>('loadEmail'),
    /** returns the present state; no mail is sent to a confirmed address */
    sendLink: notProvided<PresentEmail, void>('sendLink'),
  },
  guards: { isConfirmed: (_, { confirmed }: PresentEmail) => confirmed },
  actions: {
    setPresent: assign({ present: (_, present: PresentEmail) => present, failure: null }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
  },
});

const setPresent = { type: 'setPresent', params: output } as const;
const isConfirmed = {
  guard: { type: 'isConfirmed', params: output },
  target: 'confirmed',
  actions: setPresent,
} as const;

const onLoadFailed = failsTo('lost', ['setFailure']);
const onSendFailed = failsTo('refused', ['setFailure']);

const opens = { opened: 'loading' } as const;
const asks = { on: { 'send.pressed': 'sending', ...opens } } as const;

/**
 * Confirmation of the present e-mail: loads whether it is confirmed each time it is shown, and sends the confirmation
 * link, which may be opened anywhere.
 */
export const emailConfirmationMachine = base.createMachine({
  id: 'emailConfirmation',
  context: { present: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadEmail',
        src: 'loadEmail',
        onDone: [isConfirmed, { target: 'unconfirmed', actions: setPresent }],
        onError: onLoadFailed,
      },
    },
    lost: { on: { 'retry.pressed': 'loading', ...opens } },
    confirmed: { on: opens },
    unconfirmed: asks,
    /** the call has its own timeout */
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        onDone: [isConfirmed, { target: 'sent', actions: setPresent }],
        onError: onSendFailed,
      },
    },
    sent: asks,
    refused: asks,
  },
});
