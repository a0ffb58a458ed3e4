import { assertEvent, assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import type { Tag } from './tags.ts';

interface Context {
  failure: CallFailure | null;
}

type Event = { type: 'address.submitted'; email: string };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as Tag,
  },
  actors: { askForLink: notProvided<void, { email: string }>('askForLink') },
  guards: { isGiven: (_, email: string) => email.trim() !== '' },
  actions: {
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
  },
});

const email = ({ event }: { event: Event }) => event.email;

const asks = {
  'address.submitted': [
    { guard: { type: 'isGiven', params: email }, target: 'sending' },
    { target: 'incomplete' },
  ],
} as const;

const fails = failsTo('refused', ['setFailure']);

/**
 * A link to a new password, asked for by e-mail: an address, sent, and what became of it. Whether anybody
 * has the address is never known here.
 */
export const forgotMachine = base.createMachine({
  id: 'forgot',
  context: { failure: null },
  initial: 'editing',
  states: {
    editing: { on: asks },
    incomplete: { on: asks },
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'askForLink',
        src: 'askForLink',
        // straight from the event: the address is kept nowhere
        input: ({ event }) => {
          assertEvent(event, 'address.submitted');
          return { email: event.email };
        },
        onDone: 'sent',
        onError: fails,
      },
    },
    refused: { on: asks },
    /** a mail may be on its way; who has mistyped the address asks again */
    sent: { on: asks },
  },
});
