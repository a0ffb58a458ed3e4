import { type AnyActorRef, assign, sendTo, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { isRefusedFor } from './failure.ts';
import { notify } from './notify.ts';
import type { ClaimAnswer, Claimable, EarnedClaim } from './outbox/claim.ts';
import { field } from './params.ts';
import type { Tag } from './tags.ts';

/** Eligibility for a reward, as far as known. */
export type RewardEligibility =
  | 'unknown'
  | 'open'
  | 'alreadyRewarded'
  /** the claim's kind earns nothing now; `earning`, or the advertisements' limit, has the reason */
  | 'closed';

interface ClaimInput {
  /** unique on any device: the ids of its claims begin with it */
  idPrefix: string;
  claimable: Claimable;
  eligibility: RewardEligibility;
  /** the actor that gets the events of `ClaimProgress` */
  owner: AnyActorRef;
}

interface Context extends ClaimInput {
  /** number of claims made, for their ids: under a repeated id the server would repeat its answer */
  claims: number;
  answer: ClaimAnswer | null;
  failure: CallFailure | null;
}

export type EligibilityEvent =
  | { type: 'eligibility.known'; eligibility: RewardEligibility }
  /** for another day or limit: a finished claim may start again */
  | { type: 'eligibility.renewed'; eligibility: RewardEligibility };

/** Outcome of a claim, in time or late. */
export type ClaimOutcome =
  /** `isBackdated`: for an earlier day, so that today's reward is still to be earned */
  | { type: 'claim.paid'; answer: ClaimAnswer; isBackdated?: boolean }
  | { type: 'claim.refused'; failure: CallFailure }
  /** rewards are paused: the claim stays in the outbox, and is paid afterwards */
  | { type: 'claim.paused' };

type Event =
  | EligibilityEvent
  | ClaimOutcome
  /** watched for long enough, or followed */
  | { type: 'claim.earned' };

/** Events for the owner, which decides when the reward is earned. */
export type ClaimProgress =
  /** the reward can be earned now */
  | { type: 'claim.opened' }
  /** the reward has to be earned again, without the time already watched */
  | { type: 'claim.renewed' };

export type ClaimEmitted =
  /**
   * For the outbox; the root adds the user. `recipient`: the actor that gets the outcome; null: the root routes the
   * outcome by the claim's call
   */
  | { type: 'claim.made'; claim: EarnedClaim; recipient: AnyActorRef | null }
  /** paid after it was queued, when the clip may have left the stage: the root must show it */
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
    /** the day's limit is reached, or the session has ended */
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

/** Target of a refusal. */
const refusedWith = <const Actions extends readonly (typeof notifyRefusedLate)[]>(
  actions: Actions,
) =>
  [
    { guard: { type: 'isAlreadyRewarded', params: failureOf }, target: 'alreadyRewarded', actions },
    { guard: { type: 'isClosed', params: failureOf }, target: 'closed', actions },
    { target: 'refused', actions: [{ type: 'setFailure', params: failureOf }, ...actions] },
  ] as const;

/** Each has a state of the same name. */
const known = ['open', 'alreadyRewarded', 'closed'] as const;

/**
 * A reward that can be earned once a day: for watching a clip or an advertisement, or for following one. The owner
 * reports when it is earned; then a claim goes to the root, with a reference to this actor, which gets the outcome. A
 * payment in time is celebrated here; the root announces an outcome after the claim was queued, or after this actor has
 * stopped.
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
    /** the outbox sends the claim when it can */
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
        // the eligibility for a day that began meanwhile
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
