import type { CallFailure } from '../contract/failure.ts';
import { failureOf } from './failure.ts';

/** What a watch or a click can earn, as far as is known. */
export type Standing = 'unknown' | 'visitor' | 'open' | 'alreadyRewarded' | 'limitReached';

const isRefusedFor = (failure: CallFailure, reason: string) =>
  failure.kind === 'refused' && failure.reason === reason;

/** Why a claim was not paid, for every machine that makes one. */
export const claimGuards = {
  isAlreadyRewarded: (_: unknown, failure: CallFailure) =>
    isRefusedFor(failure, 'already_rewarded'),
  isLimitReached: (_: unknown, failure: CallFailure) =>
    isRefusedFor(failure, 'daily_limit_reached'),
  isSessionEnded: (_: unknown, failure: CallFailure) => failure.kind === 'sessionEnded',
  isRefused: (_: unknown, failure: CallFailure) => failure.kind === 'refused',
};

const reason = ({ event }: { event: { error: unknown } }) => failureOf(event.error);

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
  /** earned and kept: the outbox sends it when the line is back */
  queued: { tags: ['settled'] },
  alreadyRewarded: { tags: ['settled'], on: anew },
  refused: { tags: ['settled'], on: anew },
} as const;
