import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { isFinal, isRefusedFor, reason } from './failure.ts';
import { missing, missingAction, missingListener } from './missing.ts';
import { notify } from './notify.ts';
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

export type OutboxEmitted =
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
    emitted: {} as OutboxEmitted,
    tags: {} as Tag,
  },
  actors: {
    loadClaims: missing<Claim[]>('loadClaims'),
    /** `null`: another window has sent it, and said so */
    sendClaim: missing<ClaimAnswer | null, { claim: Claim | null; key: string }>('sendClaim'),
    watchNetwork: missingListener('watchNetwork'),
  },
  delays: {
    callTimeout: 20_000,
    backOff: ({ context }) => context.waitMs,
  },
  guards: {
    hasNext: ({ context }) => nextOf(context) !== undefined,
    hasUser: ({ context }) => context.userId !== null,
    isNew: ({ context }, claim: Claim) => !context.claims.some(({ id }) => id === claim.id),
    isTooEarly: ({ context }, failure: CallFailure) =>
      isRefusedFor(failure, 'too_early') && (nextOf(context)?.attempt ?? 0) < MOST_ATTEMPTS,
    isFinal: (_, failure: CallFailure) => isFinal(failure),
    isSessionEnded: (_, failure: CallFailure) => failure.kind === 'sessionEnded',
  },
  actions: {
    storeClaim: missingAction<Claim>('storeClaim'),
    storeAttempt: missingAction<Claim>('storeAttempt'),
    removeClaim: missingAction<Claim>('removeClaim'),
    add: assign({ claims: ({ context }, claim: Claim) => [...context.claims, claim] }),
    addStored: assign({ claims: ({ context }, stored: Claim[]) => [...stored, ...context.claims] }),
    setUser: assign({ userId: (_, userId: number | null) => userId, failures: 0 }),
    removeCurrent: assign({
      claims: ({ context }) => context.claims.filter((claim) => claim !== nextOf(context)),
      failures: 0,
    }),
    notifyRefused: notify(({ context }, failure: CallFailure) => ({
      type: 'claim.refused' as const,
      claim: current({ context }),
      failure,
    })),
    notifyPaid: notify(({ context }, answer: ClaimAnswer) => ({
      type: 'claim.paid' as const,
      claim: current({ context }),
      answer,
    })),
    waitAsAsked: assign({
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

const added = ({ event }: { event: { claim: Claim } }) => event.claim;
const setUser = {
  type: 'setUser',
  params: ({ event }: { event: { userId: number } }) => event.userId,
} as const;
const forgetUser = { type: 'setUser', params: null } as const;

/**
 * Rewards that were earned but not yet answered for: kept in storage before they are sent, sent
 * one after the other, kept through offline, reload and crash, and only for the user who earned
 * them. All windows of a browser keep theirs in one place: each adds and removes its own. "Too
 * early" waits as the server asks under a fresh key, a limited number of times; a broken
 * connection repeats the same key.
 */
export const outboxMachine = base.createMachine({
  id: 'outbox',
  context: { claims: [], userId: null, failures: 0, waitMs: 0 },
  invoke: { id: 'watchNetwork', src: 'watchNetwork' },
  initial: 'restoring',
  on: {
    'claim.added': {
      guard: { type: 'isNew', params: added },
      actions: [
        { type: 'storeClaim', params: added },
        { type: 'add', params: added },
      ],
    },
    'session.started': { actions: setUser, target: '.deciding' },
    'session.left': { actions: forgetUser, target: '.blocked' },
  },
  states: {
    restoring: {
      tags: ['busy'],
      on: {
        'session.started': { actions: setUser },
        'session.left': { actions: forgetUser },
      },
      invoke: {
        id: 'loadClaims',
        src: 'loadClaims',
        onDone: {
          target: 'deciding',
          actions: { type: 'addStored', params: ({ event }) => event.output },
        },
        onError: 'deciding',
      },
      after: { callTimeout: 'deciding' },
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
              { type: 'notifyPaid', params: ({ event }) => event.output as ClaimAnswer },
              { type: 'removeClaim', params: current },
              'removeCurrent',
            ],
          },
          { target: 'deciding', actions: 'removeCurrent' },
        ],
        onError: [
          {
            guard: { type: 'isTooEarly', params: reason },
            target: 'waiting',
            actions: [
              { type: 'waitAsAsked', params: reason },
              { type: 'storeAttempt', params: current },
            ],
          },
          { guard: { type: 'isSessionEnded', params: reason }, target: 'blocked' },
          {
            guard: { type: 'isFinal', params: reason },
            target: 'deciding',
            actions: [
              { type: 'notifyRefused', params: reason },
              { type: 'removeClaim', params: current },
              'removeCurrent',
            ],
          },
          { target: 'waiting', actions: 'waitLonger' },
        ],
      },
      after: { callTimeout: { target: 'waiting', actions: 'waitLonger' } },
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
