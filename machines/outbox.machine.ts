import { assign, emit, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { isFinal, reason } from './failure.ts';
import { missing, missingAction, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';

/** The calls of the wire that claim what was earned on this device. */
export type ClaimCall = 'record' | 'watchAdReward' | 'clickAdReward';

/** A reward that was earned on this device and must reach the server once. */
export interface Claim {
  /** names the claim for as long as it lives */
  id: string;
  userId: number;
  call: ClaimCall;
  itemId: number;
  /** counts the answers "too early": each needs a fresh idempotency key */
  attempt: number;
}

export interface ClaimAnswer {
  reward: string;
  balance: string;
  /** paid clips left today; an advertisement's answer says nothing of them */
  remaining_today?: number;
}

interface Context {
  claims: Claim[];
  userId: number | null;
  failures: number;
  waitMs: number;
}

type Event =
  | { type: 'claim.added'; claim: Claim }
  | { type: 'session.started'; userId: number }
  | { type: 'session.left' }
  | { type: 'network.returned' };

export type OutboxNews =
  | { type: 'claim.paid'; claim: Claim; answer: ClaimAnswer }
  | { type: 'claim.refused'; claim: Claim; failure: CallFailure };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** After so many it is no matter of waiting: nothing asks in circles. */
const MOST_ATTEMPTS = 10;

/** The key of one attempt: the same for every retry of it. */
export const keyOf = (claim: Claim) => `${claim.id}-${claim.attempt}`;

const nextOf = ({ claims, userId }: Context) => claims.find((claim) => claim.userId === userId);

/** The one that is being sent. */
const current = ({ context }: { context: Context }) => nextOf(context) as Claim;

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as OutboxNews,
    tags: {} as Tag,
  },
  actors: {
    loadClaims: missing<Claim[]>('loadClaims'),
    /** `null`: another window has sent it, and said so */
    sendClaim: missing<ClaimAnswer | null, { claim: Claim | null; key: string }>('sendClaim'),
    watchNetwork: missingListener('watchNetwork'),
  },
  delays: {
    callLimit: 20_000,
    backOff: ({ context }) => context.waitMs,
  },
  guards: {
    hasNext: ({ context }) => nextOf(context) !== undefined,
    hasUser: ({ context }) => context.userId !== null,
    isNew: ({ context, event }) =>
      event.type === 'claim.added' && !context.claims.some(({ id }) => id === event.claim.id),
    isTooEarly: ({ context }, failure: CallFailure) =>
      failure.kind === 'refused' &&
      failure.reason === 'too_early' &&
      (nextOf(context)?.attempt ?? 0) < MOST_ATTEMPTS,
    isFinal: (_, failure: CallFailure) => isFinal(failure),
    isSessionEnded: (_, failure: CallFailure) => failure.kind === 'sessionEnded',
  },
  actions: {
    keepClaim: missingAction<Claim>('keepClaim'),
    keepAttempt: missingAction<Claim>('keepAttempt'),
    forgetClaim: missingAction<Claim>('forgetClaim'),
    add: assign({
      claims: ({ context, event }) =>
        event.type === 'claim.added' ? [...context.claims, event.claim] : context.claims,
    }),
    enter: assign({
      userId: ({ event }) => (event.type === 'session.started' ? event.userId : null),
      failures: 0,
    }),
    drop: assign({
      claims: ({ context }) => context.claims.filter((claim) => claim !== nextOf(context)),
      failures: 0,
    }),
    tellRefused: emit(({ context }, failure: CallFailure) => ({
      type: 'claim.refused' as const,
      claim: current({ context }),
      failure,
    })),
    tellPaid: emit(({ context }, answer: ClaimAnswer) => ({
      type: 'claim.paid' as const,
      claim: current({ context }),
      answer,
    })),
    waitAsTold: assign({
      waitMs: (_, failure: CallFailure) =>
        failure.kind === 'refused' ? (failure.retryAfter ?? FIRST_WAIT_MS) : FIRST_WAIT_MS,
      claims: ({ context }) =>
        context.claims.map((claim) =>
          claim === nextOf(context) ? { ...claim, attempt: claim.attempt + 1 } : claim,
        ),
    }),
    waitLonger: assign({
      waitMs: ({ context }) => Math.min(FIRST_WAIT_MS * 2 ** context.failures, LONGEST_WAIT_MS),
      failures: ({ context }) => context.failures + 1,
    }),
  },
});

/**
 * Rewards that were earned but not yet answered for: kept in storage before they are sent, sent
 * one after the other, kept through offline, reload and crash, and only for the user who earned
 * them. All windows of a browser keep theirs in one place: each adds and takes away its own. "Too early" waits as told under a fresh key, a limited number of times; a broken line
 * repeats the same key.
 */
export const outboxMachine = base.createMachine({
  id: 'outbox',
  context: { claims: [], userId: null, failures: 0, waitMs: 0 },
  invoke: { id: 'watchNetwork', src: 'watchNetwork' },
  initial: 'restoring',
  on: {
    'claim.added': {
      guard: 'isNew',
      actions: [{ type: 'keepClaim', params: ({ event }) => event.claim }, 'add'],
    },
    'session.started': { actions: 'enter', target: '.deciding' },
    'session.left': { actions: 'enter', target: '.blocked' },
  },
  states: {
    restoring: {
      tags: ['busy'],
      on: {
        'session.started': { actions: 'enter' },
        'session.left': { actions: 'enter' },
      },
      invoke: {
        id: 'loadClaims',
        src: 'loadClaims',
        onDone: {
          target: 'deciding',
          actions: assign({
            claims: ({ context, event }) => [...event.output, ...context.claims],
          }),
        },
        onError: 'deciding',
      },
      after: { callLimit: 'deciding' },
    },
    deciding: {
      always: [
        { guard: 'hasNext', target: 'sending' },
        { guard: 'hasUser', target: 'empty' },
        { target: 'blocked' },
      ],
    },
    /** nothing of this user is left to send */
    empty: { tags: ['settled'], always: { guard: 'hasNext', target: 'sending' } },
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'sendClaim',
        src: 'sendClaim',
        input: ({ context }) => {
          const claim = nextOf(context) ?? null;
          return { claim, key: claim ? keyOf(claim) : '' };
        },
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'deciding',
            actions: [
              { type: 'tellPaid', params: ({ event }) => event.output as ClaimAnswer },
              { type: 'forgetClaim', params: current },
              'drop',
            ],
          },
          { target: 'deciding', actions: 'drop' },
        ],
        onError: [
          {
            guard: { type: 'isTooEarly', params: reason },
            target: 'waiting',
            actions: [
              { type: 'waitAsTold', params: reason },
              { type: 'keepAttempt', params: current },
            ],
          },
          { guard: { type: 'isSessionEnded', params: reason }, target: 'blocked' },
          {
            guard: { type: 'isFinal', params: reason },
            target: 'deciding',
            actions: [
              { type: 'tellRefused', params: reason },
              { type: 'forgetClaim', params: current },
              'drop',
            ],
          },
          { target: 'waiting', actions: 'waitLonger' },
        ],
      },
      after: { callLimit: { target: 'waiting', actions: 'waitLonger' } },
    },
    waiting: {
      tags: ['busy'],
      on: { 'network.returned': 'sending' },
      after: { backOff: 'sending' },
    },
    /** until somebody is logged in */
    blocked: { tags: ['blocked'] },
  },
});
