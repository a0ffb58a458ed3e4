import { delayedOf, isOfStage, paidOf, refusedOf } from './claim-counts.ts';
import {
  balanceIs,
  earningChanged,
  outdated,
  refusedToast,
  tally,
  toast,
  toastIfAny,
} from './command.ts';
import type { Routes } from './route.ts';
import { earned } from './toasts.ts';

type Told =
  | 'claim.made'
  | 'claim.paid'
  | 'claim.refused'
  | 'claim.paused'
  | 'claim.paidLate'
  | 'claim.refusedLate'
  | 'claims.delayed'
  | 'claims.notPersisted';

/** What follows from what becomes of a claim. */
export const claimRoutes: Pick<Routes, Told> = {
  'claim.made': ({ claim, recipient }, { user }) => [
    user
      ? {
          to: 'outbox',
          event: {
            type: 'claim.added',
            claim: { ...claim, userId: user.id, attempt: 1 },
            recipient,
          },
        }
      : {
          recipient,
          event: { type: 'claim.refused', failure: { kind: 'sessionEnded', code: 401 } },
          otherwise: null,
        },
  ],
  'claim.paid': ({ claim, recipient, answer, ...ending }, { screen }) => [
    balanceIs(answer.balance, screen),
    {
      recipient,
      event: { type: 'claim.paid', answer, isBackdated: ending.isBackdated },
      otherwise: ending.isElsewhere || !isOfStage(claim.call) ? null : earned(answer),
    },
    tally({ remaining: ending.isBackdated ? undefined : answer.remaining_today, isPaused: false }),
    ...paidOf(claim, answer, ending),
    ...outdated('paidToday', 'rewards', 'earnings', 'withdrawal'),
  ],
  'claim.refused': ({ claim, recipient, failure, ...ending }) => [
    {
      recipient,
      event: { type: 'claim.refused', failure },
      otherwise: ending.isElsewhere || !isOfStage(claim.call) ? null : refusedToast(failure),
    },
    ...refusedOf(claim, failure, ending),
  ],
  'claim.paused': ({ claim, recipient, isAgain }) => [
    { recipient, event: { type: 'claim.paused' }, otherwise: null },
    ...(isAgain ? [] : delayedOf(claim)),
    // nothing else is paid either: nobody has to watch to learn it
    tally({ isPaused: true }),
    earningChanged,
  ],
  'claim.paidLate': ({ answer }) => [toast(earned(answer))],
  'claim.refusedLate': ({ failure }) => toastIfAny(refusedToast(failure)),
  'claims.delayed': ({ claims }) => claims.flatMap(delayedOf),
  'claims.notPersisted': ({ storageError }) => [
    toast({ kind: 'claimsNotPersisted', storageError }),
  ],
};
