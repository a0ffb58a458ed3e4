import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo, isRefusedFor, reason } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { onClosed } from './sheet.ts';
import type { Tag } from './tags.ts';

interface Pages {
  /** the versions that the member has not agreed to, as the server names them: `terms:3,privacy:2` */
  pages: string;
}

interface Context extends Pages {
  failure: CallFailure | null;
}

type Event =
  /** the versions in the newest answer of the server */
  ({ type: 'pages.shown' } & Pages) | { type: 'agree.pressed' } | { type: 'dialog.closed' };

/** The loaded user is outdated: its agreed versions have changed on the server. */
export type AgreementEmitted = { type: 'agreement.outdated' };

const base = setup({
  types: {} as { context: Context; events: Event; input: Pages; tags: Tag },
  actors: { sendAgreement: notProvided<void, Pages>('sendAgreement') },
  guards: {
    isNew: ({ context }, pages: string) => pages !== context.pages,
    /** a newer version has arrived after the server refused the old one */
    isNewerThanRefused: ({ context: { pages, failure } }, shown: string) =>
      shown !== pages && failure !== null && isRefusedFor(failure, 'agreement_needed'),
    isAgreementOutdated: (_, failure: CallFailure) => isRefusedFor(failure, 'agreement_needed'),
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
 * Asks a member to agree to new versions of the operator's terms or privacy policy. After closing the sheet the
 * member can go on, and is asked again at the next start of the app.
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
            guard: { type: 'isAgreementOutdated', params: reason },
            target: refused.target,
            actions: [...refused.actions, 'notifyOutdated'],
          },
          refused,
        ],
      },
      // if the call is refused, the sheet shows these versions
      on: { 'pages.shown': { guard: isNew, actions: setPages } },
    },
    refused: {
      on: {
        ...answers,
        // the notice of a newer version stays until the member answers
        'pages.shown': [
          { guard: { type: 'isNewerThanRefused', params: pages }, actions: setPages },
          opens,
        ],
      },
    },
    closed: { on: { 'pages.shown': opens } },
  },
});
