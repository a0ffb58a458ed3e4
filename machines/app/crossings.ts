import type { PushKind } from '../../contract/push.ts';
import { claimantOf } from '../claim.machine.ts';
import { isRefusedFor } from '../failure.ts';
import type { ChildId } from './children.ts';
import { counts } from './claim-counts.ts';
import {
  balanceIs,
  type Consequence,
  outdated,
  refusedToast,
  renewUser,
  toast,
  toastFailure,
  toastIfAny,
} from './consequence.ts';
import type { AppContext } from './context.ts';
import type { CrossingEvent } from './events.ts';
import type { ScreenName } from './screens.ts';
import { helpers, notReadyToasts, preparationOf, prepared, readyIs } from './tasks.ts';

export type CrossingType = CrossingEvent['type'];

type Crossings = {
  [Type in CrossingType]: (
    event: Extract<CrossingEvent, { type: Type }>,
    context: AppContext,
  ) => readonly Consequence[];
};

/** Where an amount of money is looked at, its estimate in the local currency has to be true. */
const isMoneyInSight = (screen: ScreenName) => screen === 'mine' || screen === 'withdraw';

/** The places to share from, and the screen that each is on. */
const sharePlaces = {
  'share-feed': 'feed',
  'share-limit': 'feed',
  'share-invite': 'invite',
  'share-tasks': 'tasks',
} as const satisfies Record<Extract<ChildId, `share-${string}`>, ScreenName>;
type SharePlace = keyof typeof sharePlaces;

/** What was begun on a screen that is looked at no more is over. */
const leaveOthers = (screen: ScreenName): Consequence[] =>
  (Object.keys(sharePlaces) as SharePlace[])
    .filter((place) => sharePlaces[place] !== screen)
    .map((to) => ({ to, event: { type: 'screen.left' } }));

/** What a message of the server's has made old. */
const pushed: Record<PushKind, readonly Consequence[]> = {
  withdrawal_paid: outdated('withdrawal', 'withdrawals'),
  withdrawal_rejected: outdated('withdrawal', 'withdrawals'),
  withdrawal_failed: outdated('withdrawal', 'withdrawals'),
  withdrawal_returned: outdated('withdrawal', 'withdrawals'),
  friend_joined: outdated('friends'),
  daily_limit: [...outdated('config'), { to: 'feed', event: { type: 'limit.changed' } }],
};

const settledToasts = {
  paid: { kind: 'withdrawalPaid' },
  failed: { kind: 'withdrawalFailed' },
  returned: { kind: 'withdrawalReturned' },
  rejected: { kind: 'withdrawalRejected' },
} as const;

/**
 * Who tells whom: every event that crosses from one machine to another, or comes from outside, has
 * its line here, and one without does not compile.
 */
export const crossings: Crossings = {
  'screen.opened': ({ screen }) => [
    ...leaveOthers(screen),
    ...(isMoneyInSight(screen) ? [renewUser, ...outdated('corrections')] : []),
  ],
  'day.began': () => [
    { to: 'feed', event: { type: 'day.began' } },
    { to: 'ads', event: { type: 'day.began' } },
    ...outdated('paidToday', 'sharedToday', 'earnings'),
  ],
  'session.ended': ({ token }) => [{ to: 'auth', event: { type: 'session.ended', token } }],

  // decides who is there, in the session's own region
  'auth.identified': ({ user }) => [{ type: 'page.formatFor', country: user?.country ?? null }],
  // the day of the last share was another person's
  'auth.loggedIn': () => [{ type: 'page.forgetShareDay' }],
  'auth.loggedOut': () => [],
  'auth.sessionEnded': () => [{ type: 'page.logIn' }, toast({ kind: 'sessionEnded' })],
  // said beside the form
  'auth.failed': () => [],
  'auth.balanceChanged': (_, { screen }) => (isMoneyInSight(screen) ? [renewUser] : []),
  'reward.welcomed': ({ rewards, refusal, balance }) => [
    ...(rewards.length > 0 || refusal ? [toast({ kind: 'welcomed', rewards, refusal })] : []),
    balanceIs(balance),
    ...outdated('rewards', 'earnings'),
  ],

  'claim.made': ({ claim }, { user }) => [
    user
      ? {
          to: 'outbox',
          event: { type: 'claim.added', claim: { ...claim, userId: user.id, attempt: 1 } },
        }
      : {
          claimant: claimantOf(claim),
          event: { type: 'claim.refused', failure: { kind: 'sessionEnded', code: 401 } },
          otherwise: null,
        },
  ],
  'claim.paid': ({ claim, answer }) => [
    {
      claimant: claimantOf(claim),
      event: { type: 'claim.paid', answer },
      otherwise: { kind: 'claimPaid', amount: answer.reward },
    },
    balanceIs(answer.balance),
    ...counts[claim.call].paid(claim, answer),
    ...outdated('paidToday', 'rewards', 'earnings', 'withdrawal'),
  ],
  'claim.refused': ({ claim, failure }) => [
    {
      claimant: claimantOf(claim),
      event: { type: 'claim.refused', failure },
      otherwise: refusedToast(failure),
    },
    ...(isRefusedFor(failure, 'daily_limit_reached') ? counts[claim.call].limit : []),
    // nothing else is paid either: nobody has to watch to learn it
    ...(isRefusedFor(failure, 'paused_by_operator')
      ? [{ to: 'feed', event: { type: 'rewards.paused' } } as const]
      : []),
  ],
  'claim.paidLate': ({ answer }) => [toast({ kind: 'claimPaid', amount: answer.reward })],
  'claim.refusedLate': ({ failure }) => toastIfAny(refusedToast(failure)),

  // the stages of starting wait for it, in a region of their own
  'feed.clipPlaying': () => [],
  'feed.clipReady': () => [{ to: 'ads', event: { type: 'clip.ready' } }],
  'feed.listLoaded': ({ count }) =>
    count ? [{ to: 'limit', event: { type: 'count.loaded', count } }] : [],
  'feed.advanced': ({ videoId }) => [{ type: 'page.beginWith', videoId }],
  'limit.reached': () => [{ to: 'feed', event: { type: 'limit.reached' } }],
  'limit.opened': () => [{ to: 'feed', event: { type: 'limit.opened' } }],
  // it was another day's, or another limit: the list says what is left now
  'limit.outdated': () => [{ to: 'feed', event: { type: 'limit.changed' } }],
  'limit.viewsAdded': ({ views }) => [
    toast({ kind: 'extraViews', views }),
    ...outdated('paidToday'),
  ],
  'limit.viewsRefused': ({ failure }) => toastFailure(failure),
  'ads.planned': ({ plan }) => [{ to: 'feed', event: { type: 'ads.planned', plan } }],
  'ads.changed': ({ plan }) => [{ to: 'feed', event: { type: 'ads.changed', plan } }],

  'share.linkCopied': () => [toast({ kind: 'linkCopied' })],
  'share.copyFailed': () => [toast({ kind: 'linkCopyFailed' })],
  'share.failed': () => [toast({ kind: 'shareFailed' })],
  'share.succeeded': ({ day }, { isVisitor }) => [
    { to: 'dailyShare', event: { type: 'share.made', day } },
    ...(isVisitor ? [toast({ kind: 'sharedAsVisitor' })] : []),
  ],
  'share.rewarded': ({ reward, balance }) => [
    toast({ kind: 'shareRewarded', amount: reward }),
    balanceIs(balance),
    ...outdated('rewards', 'earnings'),
  ],
  'share.counted': ({ isRewarded }) => [
    // what was paid for it says so
    ...(isRewarded ? [] : [toast({ kind: 'shareCounted' })]),
    { to: 'limit', event: { type: 'share.counted' } },
    ...outdated('sharedToday'),
  ],
  'share.creditFailed': ({ failure }) => toastFailure(failure),

  'task.started': ({ task }) => [helpers[task]],
  'task.rewarded': ({ reward, balance }) => [
    toast({ kind: 'taskRewarded', amount: reward }),
    balanceIs(balance),
    ...outdated('rewards', 'earnings'),
  ],
  'task.claimFailed': ({ failure }) => toastFailure(failure),
  'task.notReady': ({ task, preparation }) => toastIfAny(notReadyToasts[task](preparation)),

  'install.offered': () => [readyIs('download_app', false)],
  'install.linkCopied': () => [toast({ kind: 'linkCopied' })],
  'install.copyFailed': () => [toast({ kind: 'linkCopyFailed' })],
  'install.guided': () => [prepared('download_app', 'byHand')],
  'install.ended': ({ isInstalled }) => [
    readyIs('download_app', isInstalled),
    prepared('download_app', isInstalled ? 'ready' : 'declined'),
  ],

  'push.permissionChanged': ({ permission }) => [
    readyIs('notification', permission === 'granted'),
    { to: 'withdrawal', event: { type: 'permission.changed', permission } },
  ],
  'push.answered': (answer) => [prepared('notification', preparationOf(answer))],
  // the task says it in its own words
  'push.refused': ({ asker }) =>
    asker === 'reminder' ? [toast({ kind: 'notificationsDenied' })] : [],
  'push.askFailed': () => [toast({ kind: 'notificationsFailed' })],
  'push.received': ({ kind }) => [
    renewUser,
    ...outdated('paidToday'),
    ...(kind === null ? [] : pushed[kind]),
  ],
  'push.opened': ({ link }) => [{ type: 'page.follow', link }],

  'withdrawal.loaded': ({ balance }) => [balanceIs(balance)],
  'withdrawal.submitted': ({ balance }) => [
    toast({ kind: 'withdrawalSubmitted' }),
    balanceIs(balance),
    ...outdated('withdrawals'),
  ],
  'withdrawal.settled': ({ ending }) => [
    toast(settledToasts[ending]),
    renewUser,
    ...outdated('withdrawals'),
  ],
  'withdrawal.failed': ({ failure }) => toastFailure(failure),
  'withdrawInfo.saved': () => [toast({ kind: 'withdrawInfoSaved' }), ...outdated('withdrawal')],
  'withdrawInfo.failed': ({ failure }) => toastFailure(failure),

  'locale.failed': () => [toast({ kind: 'languageFailed' })],
  'update.failed': () => [toast({ kind: 'updateFailed' })],
  'device.changed': () => outdated('device'),
};

/** What an event means to the others. */
export function consequencesOf(event: CrossingEvent, context: AppContext): readonly Consequence[] {
  const crossing = crossings[event.type] as (
    event: CrossingEvent,
    context: AppContext,
  ) => readonly Consequence[];
  return crossing(event, context);
}
