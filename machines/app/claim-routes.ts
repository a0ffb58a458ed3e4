import type { ClaimCall } from '../../contract/claims.ts';
import type { CallFailure } from '../../contract/failure.ts';
import type { AdAction } from '../ad.machine.ts';
import { isRefusedFor } from '../failure.ts';
import type { Claim, ClaimAnswer } from '../outbox/claim.ts';
import type { OutcomeFlags } from '../outbox/context.ts';
import {
  balanceChanged,
  type Command,
  countChanged,
  earningChanged,
  outdated,
  refusedToast,
  shareCounted,
  toast,
  toastIfAny,
} from './command.ts';
import type { Routes } from './route.ts';
import { earned, type ToastText } from './toasts.ts';

/** Clips and advertisements show the outcome of their claims on the stage; other claims have toasts. */
function isStageClaim(call: ClaimCall): boolean {
  switch (call) {
    case 'record':
    case 'watchAdReward':
    case 'clickAdReward':
      return true;
    case 'claimShareReward':
    case 'claimTask':
      return false;
  }
}

const actionOf = (call: 'watchAdReward' | 'clickAdReward'): AdAction =>
  call === 'watchAdReward' ? 'watch' : 'click';

/** Commands to count and report a paid claim; a backdated one does not count for today. */
function paidCommands(
  claim: Claim,
  { reward }: ClaimAnswer,
  { isOtherWindow, isBackdated }: OutcomeFlags,
): Command[] {
  const say = (text: ToastText) => (isOtherWindow ? [] : [toast(text)]);
  if (isBackdated && isStageClaim(claim.call)) return [];
  switch (claim.call) {
    case 'record':
      return [
        { to: 'feed', event: { type: 'clip.paid', videoId: claim.itemId } },
        { type: 'page.storePaid', videoId: claim.itemId },
      ];
    case 'watchAdReward':
    case 'clickAdReward':
      return [
        {
          to: 'ads',
          event: { type: 'ad.earned', adId: claim.itemId, action: actionOf(claim.call) },
        },
      ];
    case 'claimShareReward':
      return [
        ...say({ kind: 'shareRewarded', amount: reward }),
        ...shareCounted,
        { to: 'dailyShare', event: { type: 'share.paid', id: claim.id } },
      ];
    case 'claimTask':
      return [
        ...say({ kind: 'taskRewarded', amount: reward }),
        { to: 'tasks', event: { type: 'task.paid', task: claim.itemId } },
      ];
  }
}

/** Commands after a refused claim. */
function refusedCommands(
  claim: Claim,
  failure: CallFailure,
  { isOtherWindow, isBackdated }: OutcomeFlags,
): Command[] {
  if (isBackdated && isStageClaim(claim.call)) return [];
  const isLimited = isRefusedFor(failure, 'daily_limit_reached');
  switch (claim.call) {
    case 'record':
      return isLimited ? [countChanged({ remaining: 0 }), earningChanged] : [];
    case 'watchAdReward':
    case 'clickAdReward':
      return isLimited
        ? [{ to: 'ads', event: { type: 'ad.limitReached', action: actionOf(claim.call) } }]
        : [];
    case 'claimShareReward':
      return [
        {
          to: 'dailyShare',
          event: isOtherWindow
            ? { type: 'share.refusedElsewhere', id: claim.id }
            : { type: 'share.refused', id: claim.id, videoId: claim.videoId, failure },
        },
      ];
    case 'claimTask':
      return [{ to: 'tasks', event: { type: 'task.refused', task: claim.itemId, failure } }];
  }
}

const delayed: ToastText = { kind: 'claimDelayed' };

/** Commands after a claim that could not be sent at once. */
function delayedCommands(claim: Claim): Command[] {
  switch (claim.call) {
    case 'claimShareReward':
      return [toast(delayed)];
    case 'claimTask':
      return [toast(delayed), { to: 'tasks', event: { type: 'task.delayed', task: claim.itemId } }];
    case 'record':
    case 'watchAdReward':
    case 'clickAdReward':
      return [];
  }
}

type ClaimEventType =
  | 'claim.made'
  | 'claim.paid'
  | 'claim.refused'
  | 'claim.paused'
  | 'claim.paidLate'
  | 'claim.refusedLate'
  | 'claims.delayed'
  | 'claims.notPersisted';

/** Routes of the events of a claim. */
export const claimRoutes: Pick<Routes, ClaimEventType> = {
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
    balanceChanged(answer.balance, screen),
    {
      recipient,
      event: { type: 'claim.paid', answer, isBackdated: ending.isBackdated },
      otherwise: ending.isOtherWindow || !isStageClaim(claim.call) ? null : earned(answer),
    },
    countChanged({
      remaining: ending.isBackdated ? undefined : answer.remaining_today,
      isPaused: false,
    }),
    ...paidCommands(claim, answer, ending),
    ...outdated('paidToday', 'rewards', 'earnings', 'withdrawal'),
  ],
  'claim.refused': ({ claim, recipient, failure, ...ending }) => [
    {
      recipient,
      event: { type: 'claim.refused', failure },
      otherwise: ending.isOtherWindow || !isStageClaim(claim.call) ? null : refusedToast(failure),
    },
    ...refusedCommands(claim, failure, ending),
  ],
  'claim.paused': ({ claim, recipient, wasReported }) => [
    { recipient, event: { type: 'claim.paused' }, otherwise: null },
    ...(wasReported ? [] : delayedCommands(claim)),
    // all rewards are paused: the app shows this before the member watches another clip
    countChanged({ isPaused: true }),
    earningChanged,
  ],
  'claim.paidLate': ({ answer }) => [toast(earned(answer))],
  'claim.refusedLate': ({ failure }) => toastIfAny(refusedToast(failure)),
  'claims.delayed': ({ claims }) => claims.flatMap(delayedCommands),
  'claims.notPersisted': ({ storageError }) => [
    toast({ kind: 'claimsNotPersisted', storageError }),
  ],
};
