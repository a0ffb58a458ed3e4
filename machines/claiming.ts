import type { CallFailure } from '../contract/failure.ts';
import { isFinal, reason } from './failure.ts';
import type { ClaimAnswer } from './outbox.machine.ts';

/** What a watch or a click can earn, as far as is known. */
export type Standing = 'unknown' | 'visitor' | 'open' | 'alreadyRewarded' | 'limitReached';

/** What becomes of a claim that the outbox has kept. */
export type ClaimEvent =
  | { type: 'claim.paid'; answer: ClaimAnswer }
  | { type: 'claim.refused'; failure: CallFailure };

const isRefusedFor = (failure: CallFailure, reason: string) =>
  failure.kind === 'refused' && failure.reason === reason;

/** Why a claim was not paid, for every machine that makes one. */
export const claimGuards = {
  isAlreadyRewarded: (_: unknown, failure: CallFailure) =>
    isRefusedFor(failure, 'already_rewarded'),
  isLimitReached: (_: unknown, failure: CallFailure) =>
    isRefusedFor(failure, 'daily_limit_reached'),
  isSessionEnded: (_: unknown, failure: CallFailure) => failure.kind === 'sessionEnded',
  isRefused: (_: unknown, failure: CallFailure) => isFinal(failure),
};

const laterReason = ({ event }: { event: { failure: CallFailure } }) => event.failure;

/** Where a claim that was not paid at once leads; the outbox keeps what may still be paid. */
export const whenNotPaid = [
  { guard: { type: 'isAlreadyRewarded', params: reason }, target: 'alreadyRewarded' },
  {
    guard: { type: 'isLimitReached', params: reason },
    target: 'limitReached',
    actions: 'tellLimitReached',
  },
  { guard: { type: 'isSessionEnded', params: reason }, target: 'visitor' },
  {
    guard: { type: 'isRefused', params: reason },
    target: 'refused',
    actions: { type: 'noteFailure', params: reason },
  },
  { target: 'queued' },
] as const;

/** Where the outbox's own news of it lead; the feed hears them too. */
const fromOutbox = {
  'claim.paid': {
    // announced where it can be seen and heard: the clip may have left the stage
    target: 'rewarded.shown',
    actions: {
      type: 'noteAnswer',
      params: ({ event }: { event: { answer: ClaimAnswer } }) => event.answer,
    },
  },
  'claim.refused': [
    { guard: { type: 'isAlreadyRewarded', params: laterReason }, target: 'alreadyRewarded' },
    { guard: { type: 'isLimitReached', params: laterReason }, target: 'limitReached' },
    { target: 'refused', actions: { type: 'noteFailure', params: laterReason } },
  ],
} as const;

/** It was over, and another day opens it again. */
const anew = {
  'standing.renewed': {
    guard: 'isOpenAgain',
    actions: ['noteStanding', 'startAnew'],
    target: 'unknown',
  },
} as const;

/** What a claim ends in. */
export const claimEnds = {
  rewarded: {
    tags: ['settled'],
    on: anew,
    initial: 'celebrating',
    states: {
      celebrating: { tags: ['celebrating'], after: { celebration: 'shown' } },
      shown: {},
    },
  },
  /** earned and kept: the outbox sends it as soon as it can, and tells what becomes of it */
  queued: {
    tags: ['blocked'],
    invoke: {
      id: 'watchClaim',
      src: 'watchClaim',
      input: ({ context }: { context: { claimId: string } }) => ({ claimId: context.claimId }),
    },
    on: fromOutbox,
  },
  alreadyRewarded: { tags: ['settled'], on: anew },
  refused: { tags: ['settled'], on: anew },
} as const;
