import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

/** Fields of a call, as sent over the wire. */
export type CallFields = Record<string, unknown>;

/** Result of a call, and its duration. */
export interface CallEnd {
  outcome: { kind: 'answered'; data: unknown } | { kind: 'failed'; failure: CallFailure };
  tookMs: number | null;
  /** the id by which the server logs the request; null: `auth` made the request, or the call did not end */
  requestId: string | null;
}

export interface CallInput {
  /** the call's name in the contract */
  call: string;
  fields: CallFields;
  key: string;
}

interface Input extends Pick<CallInput, 'call'> {
  idPrefix: string;
}

interface Context extends Input {
  /** why fields were not accepted, before sending */
  problems: Record<string, string>;
  /** number of attempts, for idempotency keys */
  attempt: number;
  end: CallEnd | null;
}

/** The submitted form. */
export interface FilledForm {
  fields: CallFields;
  problems: Record<string, string>;
  /** sends the key of the previous attempt */
  isRepeat: boolean;
}

type Submitted = { type: 'call.submitted' } & FilledForm;
type Event = Submitted | { type: 'cancel.pressed' };

/** The idempotency key of every POST; the same again when an attempt is repeated. */
export const keyOf = ({ idPrefix, attempt }: Pick<Context, 'idPrefix' | 'attempt'>) =>
  `${idPrefix}-${attempt}`;

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: Input },
  actors: { makeCall: notProvided<CallEnd, CallInput>('makeCall') },
  guards: {
    hasProblems: (_, { problems }: FilledForm) => Object.keys(problems).length > 0,
    isAnswered: (_, { outcome }: CallEnd) => outcome.kind === 'answered',
  },
  actions: {
    setProblems: assign({ problems: (_, { problems }: FilledForm) => problems }),
    startAttempt: assign(({ context: { attempt } }, { isRepeat }: FilledForm) => ({
      problems: {},
      end: null,
      attempt: isRepeat ? Math.max(attempt, 1) : attempt + 1,
    })),
    setEnd: assign({ end: (_, end: CallEnd) => end }),
    setFailure: assign({
      end: (_, failure: CallFailure): CallEnd => ({
        outcome: { kind: 'failed', failure },
        tookMs: null,
        requestId: null,
      }),
    }),
  },
});

const form = ({ event }: { event: Submitted }): FilledForm => event;

const submittable = {
  'call.submitted': [
    {
      guard: { type: 'hasProblems', params: form },
      target: 'invalid',
      actions: { type: 'setProblems', params: form },
    },
    { target: 'sending', actions: { type: 'startAttempt', params: form } },
  ],
} as const;

const failing = failsTo('failed', ['setFailure']);

/**
 * A call of the contract that an engineer makes by hand: filled in, checked, sent, answered or
 * failed, and sent again. An answer stays until the next call is sent.
 */
export const debugCallMachine = base.createMachine({
  id: 'debugCall',
  context: ({ input }) => ({ ...input, problems: {}, attempt: 0, end: null }),
  initial: 'idle',
  states: {
    idle: { on: submittable },
    /** nothing was sent: the fields show their problems */
    invalid: { on: submittable },
    sending: {
      tags: ['busy'],
      on: { 'cancel.pressed': 'idle' },
      invoke: {
        id: 'makeCall',
        src: 'makeCall',
        // from the event, not the context: a password must not be stored
        input: ({ context, event }) => ({
          call: context.call,
          fields: event.type === 'call.submitted' ? event.fields : {},
          key: keyOf(context),
        }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: output },
            target: 'answered',
            actions: { type: 'setEnd', params: output },
          },
          { target: 'failed', actions: { type: 'setEnd', params: output } },
        ],
        onError: failing,
      },
    },
    answered: { on: submittable },
    failed: { on: submittable },
  },
});
