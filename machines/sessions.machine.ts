import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { OpenSession } from '../contract/session.calls.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { field, output } from './params.ts';
import { needsProof, onProofEnded, type ProofEnded, provingGuards } from './proving.ts';
import { loadStates, onClosed } from './sheet.ts';
import type { Tag } from './tags.ts';

/** The name of one session; null: all but the current one. */
export type Ended = OpenSession['session'] | null;

interface Context {
  /** the newest answer, without the sessions ended since */
  sessions: readonly OpenSession[];
  /** the sessions that are being ended, or were ended last */
  ended: Ended;
  failure: CallFailure | null;
}

type Event =
  | { type: 'open.pressed' }
  | { type: 'retry.pressed' }
  | { type: 'end.pressed'; session: Ended }
  | ProofEnded
  | { type: 'dialog.closed' };

const goesOn = ({ session, here }: OpenSession, ended: Ended) =>
  here || (ended !== null && session !== ended);

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    loadSessions: notProvided<readonly OpenSession[], void>('loadSessions'),
    endSessions: notProvided<void, Ended>('endSessions'),
  },
  guards: {
    ...provingGuards,
    /** the current session is ended by logging out */
    hasSessionsToEnd: ({ context }, session: Ended) =>
      context.sessions.some((each) => !goesOn(each, session)),
  },
  actions: {
    setSessions: assign({ sessions: (_, sessions: readonly OpenSession[]) => sessions }),
    setEnded: assign({ ended: (_, ended: Ended) => ended }),
    dropEnded: assign({
      sessions: ({ context }) => context.sessions.filter((each) => goesOn(each, context.ended)),
    }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
  },
});

const sessionOf = field('session');

const asks = {
  'end.pressed': {
    guard: { type: 'hasSessionsToEnd', params: sessionOf },
    target: 'ending',
    actions: { type: 'setEnded', params: sessionOf },
  },
  ...onClosed,
} as const;

const onLoaded = { target: 'shown', actions: { type: 'setSessions', params: output } } as const;
const fails = failsTo('refused', ['setFailure']);

/**
 * The open sessions of the user: loaded when the sheet opens; one, or all but the current one, can be ended after a
 * proof of identity.
 * It starts when the sheet opens.
 */
export const sessionsMachine = base.createMachine({
  id: 'sessions',
  context: { sessions: [], ended: null, failure: null },
  initial: 'loading',
  states: {
    ...loadStates('loadSessions', onLoaded),
    shown: { on: asks },
    /** the sheet cannot be closed until it is known which sessions ended; `api` has a timeout */
    ending: {
      tags: ['busy'],
      invoke: {
        id: 'endSessions',
        src: 'endSessions',
        input: ({ context }) => context.ended,
        onDone: { target: 'ended', actions: 'dropEnded' },
        onError: [needsProof, fails],
      },
    },
    /** the sheet that asks for the proof is open, over the list */
    proving: { on: { ...onProofEnded('ending', 'shown'), ...onClosed } },
    ended: { on: asks },
    /** where the answer was lost, the outcome is unknown: another attempt does no harm */
    refused: { on: asks },
    closed: { on: { 'open.pressed': 'loading' } },
  },
});
