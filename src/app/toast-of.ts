import type { CallFailure } from '../../contract/failure.ts';
import type { News } from './news.ts';
import type { ToastText } from './toasts.ts';

/** News that are said in words of their own, always the same. */
const plain: Partial<Record<News['type'], ToastText>> = {
  'auth.sessionEnded': { kind: 'sessionEnded' },
  'withdrawal.submitted': { kind: 'withdrawalSubmitted' },
  'withdrawInfo.saved': { kind: 'withdrawInfoSaved' },
  'push.askFailed': { kind: 'notificationsFailed' },
  'update.failed': { kind: 'updateFailed' },
  'locale.failed': { kind: 'languageFailed' },
  'share.linkCopied': { kind: 'linkCopied' },
  'share.copyFailed': { kind: 'linkCopyFailed' },
  'share.failed': { kind: 'shareFailed' },
};

/** Claimed again, as after a log-in in between: nothing is lost, and nothing to be told. */
const isPaidAlready = (failure: CallFailure) =>
  failure.kind === 'refused' && failure.reason === 'already_rewarded';

/** News that only have to be said. */
export function toastOf(news: News): ToastText | null {
  switch (news.type) {
    case 'reward.welcomed':
      return news.rewards.length > 0 || news.refusal
        ? { kind: 'welcomed', rewards: news.rewards, refusal: news.refusal }
        : null;
    case 'withdrawal.settled':
      return { kind: news.status === 'paid' ? 'withdrawalPaid' : 'withdrawalRejected' };
    case 'claim.paid':
      return { kind: 'claimPaid', amount: news.answer.reward };
    case 'share.rewarded':
      return { kind: 'shareRewarded', amount: news.reward };
    case 'share.counted':
      // what was paid for it says so
      return news.isRewarded ? null : { kind: 'shareCounted' };
    case 'task.rewarded':
      return { kind: 'taskRewarded', amount: news.reward };
    case 'task.notReady':
      if (news.task === 'notification') return { kind: 'notificationsNeeded' };
      // the way to install is on the screen
      return news.preparation === 'byHand' ? null : { kind: 'installFirst' };
    case 'push.refused':
      // the task says it in its own words
      return news.asker === 'reminder' ? { kind: 'notificationsDenied' } : null;
    case 'feed.extraViews':
      return { kind: 'extraViews', views: news.views };
    case 'claim.refused':
      return isPaidAlready(news.failure) ? null : { kind: 'failure', failure: news.failure };
    case 'withdrawal.failed':
    case 'withdrawInfo.failed':
    case 'share.creditFailed':
    case 'task.claimFailed':
    case 'feed.noExtraViews':
      return news.failure.kind === 'sessionEnded'
        ? null
        : { kind: 'failure', failure: news.failure };
    default:
      return plain[news.type] ?? null;
  }
}
