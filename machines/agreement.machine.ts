import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo, isRefusedFor, reason } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { onClosed } from './sheet.ts';
import type { Tag } from './tags.ts';

interface Pages {
  /** what is new to the person, as the server names it: `terms:3,privacy:2` */
  pages: string;
}

interface Context extends Pages {
  failure: CallFailure | null;
}

type Event =
  /** what the server says now */
  ({ type: 'pages.shown' } & Pages) | { type: 'agree.pressed' } | { type: 'dialog.closed' };

/** What is known of the user has another version of the pages. */
export type AgreementEmitted = { type: 'agreement.outdated' };

const base = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as Pages, tags: {} as Tag },
  actors: { sendAgreement: notProvided<void, Pages>('sendAgreement') },
  guards: {
    isNew: ({ context }, pages: string) => pages !== context.pages,
    /** what is new is what the refusal told of */
    isTold: ({ context: { pages, failure } }, shown: string) =>
      shown !== pages && failure !== null && isRefusedFor(failure, 'agreement_needed'),
    isOfBefore: (_, failure: CallFailure) => isRefusedFor(failure, 'agreement_needed'),
  },
  actions: {
    setPages: assign({ pages: (_, pages: string) => pages }),
    clearFailure: assign({ failure: null }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    notifyOutdated: notify({ type: 'agreement.outdated' }),
  },
});

const pages = ({ event }: { event: Pages }) => event.pages;
const isNew = { type: 'isNew', params: pages } as const;
const setPages = { type: 'setPages', params: pages } as const;
const opens = { guard: isNew, target: 'asking', actions: [setPages, 'clearFailure'] } as const;

const answers = { 'agree.pressed': 'sending', ...onClosed } as const;
const refused = failsTo('refused', ['setFailure']);

/**
 * Terms or privacy of the operator that are new to a member. Whoever closes it goes on as before, and is
 * asked again when the app starts anew.
 */
export const agreementMachine = base.createMachine({
  id: 'agreement',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'asking',
  states: {
    asking: { on: { ...answers, 'pages.shown': opens } },
    /** the call has its own timeout */
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'sendAgreement',
        src: 'sendAgreement',
        input: ({ context }) => ({ pages: context.pages }),
        onDone: { target: 'closed', actions: 'notifyOutdated' },
        onError: [
          {
            guard: { type: 'isOfBefore', params: reason },
            target: refused.target,
            actions: [...refused.actions, 'notifyOutdated'],
          },
          refused,
        ],
      },
      // refused, it is these that are asked for
      on: { 'pages.shown': { guard: isNew, actions: setPages } },
    },
    refused: {
      on: {
        ...answers,
        // that there is a newer version is said until it is answered
        'pages.shown': [{ guard: { type: 'isTold', params: pages }, actions: setPages }, opens],
      },
    },
    closed: { on: { 'pages.shown': opens } },
  },
});
