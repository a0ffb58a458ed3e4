import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failureOf, timedOut } from './failure.ts';
import { missing } from './missing.ts';
import type { Tag } from './tags.ts';

/** What a call takes, as it goes over the wire. */
export type CallFields = Record<string, unknown>;

/** How a call ended, and after how long. */
export interface CallEnd {
  outcome: { kind: 'answered'; data: unknown } | { kind: 'failed'; failure: CallFailure };
  tookMs: number | null;
}

interface Input {
  /** the call's name in the contract */
  call: string;
  nonce: string;
}

interface Context extends Input {
  /** why a field was not accepted, before anything was sent */
  problems: Record<string, string>;
  /** counts the idempotency keys */
  attempt: number;
  end: CallEnd | null;
}

type Event =
  | {
      type: 'call.submitted';
      fields: CallFields;
      problems: Record<string, string>;
      /** carries the key of the attempt before */
      isRepeat: boolean;
    }
  | { type: 'cancel.pressed' };

/** Sent with every POST; the same one again when somebody repeats an attempt. */
export const keyOf = ({ nonce, attempt }: Pick<Context, 'nonce' | 'attempt'>) =>
  `${nonce}-${attempt}`;

const failed = (failure: CallFailure): CallEnd => ({
  outcome: { kind: 'failed', failure },
  tookMs: null,
});

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as Tag,
    input: {} as Input,
  },
  actors: { makeCall: missing<CallEnd, { fields: CallFields; key: string }>('makeCall') },
  delays: { callLimit: 20_000 },
  guards: {
    hasProblems: ({ event }) =>
      event.type === 'call.submitted' && Object.keys(event.problems).length > 0,
    isAnswered: (_, end: CallEnd) => end.outcome.kind === 'answered',
  },
  actions: {
    noteProblems: assign({
      problems: ({ event }) => (event.type === 'call.submitted' ? event.problems : {}),
    }),
    startAttempt: assign(({ context, event }) =>
      event.type === 'call.submitted'
        ? {
            problems: {},
            end: null,
            attempt: event.isRepeat ? Math.max(context.attempt, 1) : context.attempt + 1,
          }
        : {},
    ),
    noteEnd: assign({ end: (_, end: CallEnd) => end }),
  },
});

const output = ({ event }: { event: { output: CallEnd } }) => event.output;

const submittable = {
  'call.submitted': [
    { guard: 'hasProblems', target: 'invalid', actions: 'noteProblems' },
    { target: 'sending', actions: 'startAttempt' },
  ],
} as const;

/**
 * One call of the contract, made by hand: filled in, checked, sent, answered or failed, and then
 * again. What was answered stays until the next one goes out.
 */
export const debugCallMachine = base.createMachine({
  id: 'debugCall',
  context: ({ input }) => ({ ...input, problems: {}, attempt: 0, end: null }),
  initial: 'idle',
  states: {
    idle: { tags: ['actionable'], on: submittable },
    /** nothing was sent: the fields say what is wrong with them */
    invalid: { tags: ['actionable'], on: submittable },
    sending: {
      tags: ['busy'],
      on: { 'cancel.pressed': 'idle' },
      invoke: {
        id: 'makeCall',
        src: 'makeCall',
        // straight from the event: a password among them is kept nowhere
        input: ({ context, event }) => ({
          fields: event.type === 'call.submitted' ? event.fields : {},
          key: keyOf(context),
        }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: output },
            target: 'answered',
            actions: { type: 'noteEnd', params: output },
          },
          { target: 'failed', actions: { type: 'noteEnd', params: output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'noteEnd', params: ({ event }) => failed(failureOf(event.error)) },
        },
      },
      after: {
        callLimit: { target: 'failed', actions: { type: 'noteEnd', params: failed(timedOut) } },
      },
    },
    answered: { tags: ['settled'], on: submittable },
    failed: { tags: ['settled'], on: submittable },
  },
});
