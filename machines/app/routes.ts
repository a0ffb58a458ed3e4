import {
  connectivityMessages,
  screenOpenedCommands,
  screenVisibilityMessages,
  visibilityMessages,
} from './attention.ts';
import { claimRoutes } from './claim-routes.ts';
import {
  balanceChanged,
  type Command,
  earningChanged,
  outdated,
  renewUser,
  sendClaims,
  shareCounted,
  toast,
  toastFailure,
  toastIfAny,
} from './command.ts';
import type { AppContext } from './context.ts';
import type { RoutedEvent } from './events.ts';
import type { Routes } from './route.ts';
import { showsEstimate } from './screens.ts';
import { allDataOutdated, outdatedByPush } from './staleness.ts';
import { helpers, notReadyToasts, preparationOf, prepared, readinessChanged } from './tasks.ts';

/** Fields that stay empty in a log-in by passkey. */
const unnamed = { username: '', password: '' };

/**
 * The routes: commands that follow from each event of a machine or from outside. An event without a
 * route does not compile.
 */
export const routes: Routes = {
  'screen.opened': ({ screen }, { visibility }) => [
    ...screenOpenedCommands(screen, visibility),
    ...(showsEstimate(screen) ? [renewUser, ...outdated('corrections', 'withdrawInfo')] : []),
  ],
  'visibility.changed': (event, { screen }) => visibilityMessages(screen, event),
  'connectivity.changed': (event) => connectivityMessages(event),
  'page.returned': () => [sendClaims],
  'day.began': () => [
    { to: 'feed', event: { type: 'day.began' } },
    { to: 'ads', event: { type: 'day.began' } },
    ...outdated('paidToday', 'sharedToday', 'earnings'),
  ],
  'session.ended': ({ token }) => [{ to: 'auth', event: { type: 'session.ended', token } }],

  'passkey.signed': ({ response: passkey, keep }) => [
    { to: 'auth', event: { type: 'login.submitted', form: { ...unnamed, passkey, keep } } },
  ],
  // the region `session` takes the user from this event
  'auth.identified': ({ user }) => [{ type: 'page.formatFor', country: user?.country ?? null }],
  // the stored day of the last share may be another user's
  'auth.loggedIn': () => [{ type: 'page.forgetShareDay' }],
  'auth.loggedOut': () => [],
  'auth.sessionEnded': () => [{ type: 'page.logIn' }, toast({ kind: 'sessionEnded' })],
  'auth.paidElsewhere': (_, { screen }) => [
    ...(showsEstimate(screen) ? [renewUser] : []),
    ...outdated('paidToday', 'sharedToday', 'rewards', 'earnings', 'withdrawal'),
  ],
  'reward.welcomed': ({ rewards, refusal, balance }, { screen }) => [
    ...(rewards.length > 0 || refusal ? [toast({ kind: 'welcomed', rewards, refusal })] : []),
    balanceChanged(balance, screen),
    ...outdated('rewards', 'earnings'),
  ],

  ...claimRoutes,
  'unpersisted.changed': (event) => [{ to: 'appUpdate', event }],
  'claims.quarantined': () => [toast({ kind: 'claimsQuarantined' })],

  'agreement.outdated': () => [renewUser],

  'clip.began': (event, { isVisitor, screen }) => [
    {
      to: 'nowPlaying',
      // a visitor earns only by the landing page's clip
      event: { ...event, isCounting: event.isCounting && (!isVisitor || screen === 'newUser') },
    },
  ],
  'clip.counted': () => [{ to: 'nowPlaying', event: { type: 'clip.counted' } }],
  'clip.rested': () => [{ to: 'nowPlaying', event: { type: 'clip.rested' } }],
  'clip.controlled': ({ control }) => [{ to: 'feed', event: { type: `${control}.pressed` } }],
  'break.changed': ({ isProposed }, { screen, visibility }) =>
    screenVisibilityMessages(
      screen,
      isProposed ? { ...visibility, isVisible: false } : visibility,
      // the reminder's card is no absence of the user
    ).filter(({ to }) => to !== 'breakReminder'),
  'loading.changed': (event) =>
    (['feed', 'rendition', 'clipCache'] as const).map((to) => ({ to, event })),
  'clip.failed': () => [{ to: 'connectivity', event: { type: 'connectivity.doubted' } }],
  // push messages of the server may have been lost meanwhile: all data may be outdated
  'connectivity.restored': () => [
    ...(['feed', 'landing'] as const).map(
      (to) => ({ to, event: { type: 'connectivity.restored' } }) as const,
    ),
    sendClaims,
    renewUser,
    ...allDataOutdated,
  ],

  // only the region `start` waits for this event
  'feed.clipPlaying': () => [],
  'feed.clipsAhead': ({ clips }) => [
    { to: 'clipCache', event: { type: 'clips.ahead', clips } },
    { type: 'page.fetchPosters', posters: clips.map(({ poster }) => poster) },
  ],
  'feed.clipReady': () => [{ to: 'ads', event: { type: 'clip.ready' } }],
  'feed.listLoaded': ({ count, isPaused, isLinkGone, isRenewed }) => [
    ...(isLinkGone ? toastFailure({ kind: 'refused', reason: 'unknown_video' }) : []),
    { to: 'clipLoading', event: { type: 'loading.asked' } },
    ...(count
      ? [{ to: 'earning', event: { type: 'count.loaded', count, isPaused } } as const]
      : []),
    { to: 'feed', event: { type: 'earning.changed', isRenewed } },
  ],
  'feed.advanced': ({ videoId, src }) => [{ type: 'page.storeFirstClip', videoId, src }],
  'rewards.due': (event) => [{ to: 'feed', event }],
  // the known limit was another day's or has changed: the list is loaded again, with the number of clips left
  'limit.outdated': () => [{ to: 'feed', event: { type: 'limit.changed' } }],
  'limit.viewsAdded': ({ views }) => [
    toast({ kind: 'extraViews', views }),
    earningChanged,
    ...outdated('paidToday'),
  ],
  'limit.viewsRefused': ({ failure }) => toastFailure(failure),
  'ads.planned': ({ plan }) => [{ to: 'feed', event: { type: 'ads.planned', plan } }],
  'ads.changed': ({ plan }) => [{ to: 'feed', event: { type: 'ads.changed', plan } }],

  'rendition.picked': ({ rendition }) => [
    { to: 'feed', event: { type: 'rendition.picked', rendition } },
    { type: 'page.storeRendition', rendition },
  ],

  'share.linkCopied': () => [toast({ kind: 'linkCopied' })],
  'share.copyFailed': () => [toast({ kind: 'linkCopyFailed' })],
  'share.failed': () => [toast({ kind: 'shareFailed' })],
  'share.succeeded': ({ day, videoId }, { isVisitor }) => [
    { to: 'dailyShare', event: { type: 'share.made', day, videoId } },
    ...(isVisitor ? [toast({ kind: 'sharedAsVisitor' })] : []),
  ],
  'share.counted': () => [toast({ kind: 'shareCounted' }), ...shareCounted],
  'share.creditFailed': ({ failure }) => toastFailure(failure),

  'task.started': ({ task }) => [helpers[task]],
  'task.claimFailed': ({ failure }) => toastFailure(failure),
  'task.notReady': ({ task, preparation }) => toastIfAny(notReadyToasts[task](preparation)),

  'install.offered': () => [readinessChanged('download_app', false)],
  'install.linkCopied': () => [toast({ kind: 'linkCopied' })],
  'install.copyFailed': () => [toast({ kind: 'linkCopyFailed' })],
  'install.guided': () => [prepared('download_app', 'byHand')],
  'install.ended': ({ isInstalled }) => [
    readinessChanged('download_app', isInstalled),
    prepared('download_app', isInstalled ? 'ready' : 'declined'),
  ],

  'push.permissionChanged': ({ permission }) => [
    readinessChanged('notification', permission === 'granted'),
    { to: 'withdrawal', event: { type: 'permission.changed', permission } },
  ],
  'push.answered': (answer) => [prepared('notification', preparationOf(answer))],
  // where the task asked, the task itself reports the refusal
  'push.refused': ({ asker }) =>
    asker === 'reminder' ? [toast({ kind: 'notificationsDenied' })] : [],
  'push.askFailed': () => [toast({ kind: 'notificationsFailed' })],
  'push.received': ({ kind }) => [
    renewUser,
    // the server can be reached: waiting claims can be sent
    sendClaims,
    ...outdated('paidToday'),
    ...(kind === null ? [] : outdatedByPush[kind]),
  ],
  'push.opened': ({ link }) => [{ type: 'page.follow', link }],

  'withdrawal.loaded': ({ balance }, { screen }) => [balanceChanged(balance, screen)],
  'withdrawal.submitted': ({ balance }, { screen }) => [
    toast({ kind: 'withdrawalSubmitted' }),
    balanceChanged(balance, screen),
    ...outdated('withdrawals'),
  ],
  'withdrawal.settled': ({ ending, balance }, { screen }) => [
    toast({ kind: 'withdrawalSettled', ending }),
    balance ? balanceChanged(balance, screen) : renewUser,
    ...outdated('withdrawals'),
  ],
  'withdrawal.failed': ({ failure }) => [
    ...toastFailure(failure),
    ...(failure.kind === 'refused' ? outdated('withdrawInfo') : []),
  ],
  'withdrawInfo.saved': () => [toast({ kind: 'withdrawInfoSaved' }), ...outdated('withdrawal')],
  'withdrawInfo.failed': ({ failure }) => toastFailure(failure),
  'proof.ended': ({ recipient, isGiven }) => [
    { to: recipient, event: { type: 'proof.ended', isGiven } },
  ],

  'objection.made': () => outdatedByPush.objection_decided,

  'locale.failed': () => [toast({ kind: 'languageFailed' })],
  'update.failed': () => [toast({ kind: 'updateFailed' })],
  'device.changed': () => outdated('device'),
};

/** Returns the commands that follow from an event. */
export function commandsFor(event: RoutedEvent, context: AppContext): readonly Command[] {
  const route = routes[event.type] as (
    event: RoutedEvent,
    context: AppContext,
  ) => readonly Command[];
  return route(event, context);
}
