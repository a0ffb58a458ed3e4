import { type AnyActorRef, assign, sendTo, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { isRefusedFor } from './failure.ts';
import { notify } from './notify.ts';
import type { ClaimAnswer, Claimable, EarnedClaim } from './outbox/claim.ts';
import { field } from './params.ts';
import type { Tag } from './tags.ts';

/** What something can earn, as far as is known. */
export type RewardEligibility =
  | 'unknown'
  | 'open'
  | 'alreadyRewarded'
  /** nothing of its kind earns now: the day's limit, or that of its advertisements, knows why */
  | 'closed';

interface ClaimInput {
  /** unlike any other actor's on any device: its claims' ids begin with it */
  idPrefix: string;
  claimable: Claimable;
  eligibility: RewardEligibility;
  /** who hears of its progress */
  owner: AnyActorRef;
}

interface Context extends ClaimInput {
  /** how often it was claimed: what was answered once is no answer to the next */
  claims: number;
  answer: ClaimAnswer | null;
  failure: CallFailure | null;
}

export type EligibilityEvent =
  | { type: 'eligibility.known'; eligibility: RewardEligibility }
  /** of another day, or under another limit: what was over may begin anew */
  | { type: 'eligibility.renewed'; eligibility: RewardEligibility };

/** What becomes of a claim, soon or late. */
export type ClaimOutcome =
  /** `isBackdated`: for a day that is over, which leaves today's to be earned */
  | { type: 'claim.paid'; answer: ClaimAnswer; isBackdated?: boolean }
  | { type: 'claim.refused'; failure: CallFailure }
  /** rewards are paused: it stays in the outbox, and is paid when they are not */
  | { type: 'claim.paused' };

type Event =
  | EligibilityEvent
  | ClaimOutcome
  /** watched for long enough, or followed */
  | { type: 'claim.earned' };

/** What the parent learns, which knows whether it is earned. */
export type ClaimProgress =
  /** it can be earned now */
  | { type: 'claim.opened' }
  /** it has to be earned anew: what was done for the last time does not count */
  | { type: 'claim.renewed' };

export type ClaimEmitted =
  /**
   * For the outbox; the root knows whose it is. `recipient`: who hears what becomes of it; null: found by
   * what is claimed
   */
  | { type: 'claim.made'; claim: EarnedClaim; recipient: AnyActorRef | null }
  /** it was queued meanwhile, and may have left the stage: nobody else has announced it */
  | { type: 'claim.paidLate'; answer: ClaimAnswer }
  | { type: 'claim.refusedLate'; failure: CallFailure };

const eligibilityOf = field('eligibility');
const answerOf = field('answer');
const failureOf = field('failure');

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: ClaimInput },
  delays: { claimTimeout: 15_000, celebration: 2_500 },
  guards: {
    hasEligibility: ({ context }, eligibility: RewardEligibility) =>
      context.eligibility === eligibility,
    isOpenAgain: (_, eligibility: RewardEligibility) => eligibility !== 'alreadyRewarded',
    isBackdated: (_, isBackdated: boolean) => isBackdated,
    isAlreadyRewarded: (_, failure: CallFailure) => isRefusedFor(failure, 'already_rewarded'),
    /** the day's limit is reached, or nobody is logged in any more */
    isClosed: (_, failure: CallFailure) =>
      isRefusedFor(failure, 'daily_limit_reached') || failure.kind === 'sessionEnded',
  },
  actions: {
    setEligibility: assign({ eligibility: (_, eligibility: RewardEligibility) => eligibility }),
    countClaim: assign({ claims: ({ context }) => context.claims + 1 }),
    setAnswer: assign({ answer: (_, answer: ClaimAnswer) => answer }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    forgetOutcome: assign({ answer: null, failure: null }),
    notifyOpened: sendTo(({ context }) => context.owner, {
      type: 'claim.opened',
    } satisfies ClaimProgress),
    notifyRenewed: sendTo(({ context }) => context.owner, {
      type: 'claim.renewed',
    } satisfies ClaimProgress),
    notifyMade: notify(({ context: { idPrefix, claims, claimable }, self }) => ({
      type: 'claim.made',
      claim: { ...claimable, id: `${idPrefix}-${claims}` },
      recipient: self,
    })),
    notifyPaidLate: notify((_, answer: ClaimAnswer) => ({ type: 'claim.paidLate', answer })),
    notifyRefusedLate: notify((_, failure: CallFailure) => ({
      type: 'claim.refusedLate',
      failure,
    })),
  },
});

const setEligibility = { type: 'setEligibility', params: eligibilityOf } as const;

const reconsidered = {
  'eligibility.known': { target: 'unknown', actions: setEligibility },
  'eligibility.renewed': { target: 'unknown', actions: setEligibility },
} as const;

const renewed = {
  'eligibility.renewed': {
    guard: { type: 'isOpenAgain', params: eligibilityOf },
    target: 'unknown',
    actions: [setEligibility, 'forgetOutcome', 'notifyRenewed'],
  },
} as const;

const setAnswer = { type: 'setAnswer', params: answerOf } as const;
const notifyPaidLate = { type: 'notifyPaidLate', params: answerOf } as const;
const notifyRefusedLate = { type: 'notifyRefusedLate', params: failureOf } as const;

/** Where a refusal leads. */
const refusedWith = <const Actions extends readonly (typeof notifyRefusedLate)[]>(
  actions: Actions,
) =>
  [
    { guard: { type: 'isAlreadyRewarded', params: failureOf }, target: 'alreadyRewarded', actions },
    { guard: { type: 'isClosed', params: failureOf }, target: 'closed', actions },
    { target: 'refused', actions: [{ type: 'setFailure', params: failureOf }, ...actions] },
  ] as const;

/** Each is a state of its own. */
const known = ['open', 'alreadyRewarded', 'closed'] as const;

/**
 * One thing that can be earned, as often as a day allows once: watching a clip or an advertisement,
 * or following one. The parent knows when it is earned; then a claim goes to the root, with a
 * reference to this actor, to which the outcome comes, soon or late. What comes in time is celebrated
 * here; what comes after the claim was queued is said by the root, as it is where this actor is gone.
 */
export const claimMachine = base.createMachine({
  id: 'claim',
  context: ({ input }) => ({ ...input, claims: 0, answer: null, failure: null }),
  initial: 'unknown',
  states: {
    unknown: {
      on: reconsidered,
      always: known.map((target) => ({
        guard: { type: 'hasEligibility', params: target },
        target,
      })),
    },
    closed: { on: reconsidered },
    open: { entry: 'notifyOpened', on: { ...reconsidered, 'claim.earned': 'sending' } },
    sending: {
      tags: ['busy'],
      entry: ['countClaim', 'notifyMade'],
      on: {
        'claim.paid': { target: 'rewarded', actions: setAnswer },
        'claim.refused': refusedWith([]),
        'claim.paused': 'queued',
      },
      after: { claimTimeout: 'queued' },
    },
    /** the outbox sends it as soon as it can */
    queued: {
      on: {
        'claim.paid': [
          {
            guard: { type: 'isBackdated', params: ({ event }) => event.isBackdated === true },
            target: 'unknown',
            actions: [notifyPaidLate, 'notifyRenewed'],
          },
          { target: 'rewarded.shown', actions: [setAnswer, notifyPaidLate] },
        ],
        // of the day that has begun meanwhile
        'eligibility.renewed': { actions: setEligibility },
        'claim.refused': refusedWith([notifyRefusedLate]),
      },
    },
    rewarded: {
      on: renewed,
      initial: 'celebrating',
      states: {
        celebrating: { tags: ['celebrating'], after: { celebration: 'shown' } },
        shown: {},
      },
    },
    alreadyRewarded: { on: renewed },
    refused: { on: renewed },
  },
});
