import { adMachine } from '../../machines/ad.machine.ts';
import { appMachine } from '../../machines/app/app.machine.ts';
import type { AppContext } from '../../machines/app/context.ts';
import type { AppEvent } from '../../machines/app/events.ts';
import type { Model } from './model.ts';
import {
  adClaim,
  answer,
  claim,
  offline,
  refused,
  rules,
  shareClaim,
  taskClaim,
} from './samples.ts';

const person = (id: number) => ({ id, country: null });

const failure = offline;
/** A claim of each kind. */
const claims = [
  claim('n-0-1-1', 7),
  adClaim('n-0-1-1', 7, 'watchAdReward'),
  adClaim('n-0-1-1', 7, 'clickAdReward'),
  shareClaim('n-0-1-1', 7),
  taskClaim('n-0-1-1', 7),
];

/** An example of each event that the root routes. */
export const routed: AppEvent[] = [
  { type: 'visibility.changed', isVisible: false, atMs: 0, day: '2026-01-02' },
  { type: 'connectivity.changed', isOnline: false },
  { type: 'page.returned' },
  { type: 'day.began' },
  { type: 'session.ended', token: 'token' },
  { type: 'auth.loggedIn' },
  { type: 'auth.loggedOut' },
  { type: 'auth.sessionEnded' },
  { type: 'auth.paidElsewhere' },
  { type: 'passkey.signed', response: '{}', keep: true },
  { type: 'reward.welcomed', rewards: [], balance: '1.0000', refusal: null },
  { type: 'reward.welcomed', rewards: [], balance: '1.0000', refusal: failure },
  { type: 'share.linkCopied' },
  { type: 'share.copyFailed' },
  { type: 'share.failed' },
  { type: 'share.succeeded', day: '2026-01-02' },
  { type: 'share.counted' },
  { type: 'share.creditFailed', failure },
  { type: 'task.started', task: 'notification' },
  { type: 'task.claimFailed', failure },
  { type: 'task.notReady', task: 'download_app', preparation: 'declined' },
  { type: 'install.offered' },
  { type: 'install.guided' },
  { type: 'install.linkCopied' },
  { type: 'install.copyFailed' },
  { type: 'install.ended', isInstalled: true },
  { type: 'push.permissionChanged', permission: 'granted' },
  { type: 'push.answered', permission: 'denied', needsInstall: false },
  { type: 'push.refused', asker: 'reminder' },
  { type: 'push.askFailed' },
  { type: 'push.received', kind: 'daily_limit' },
  { type: 'push.received', kind: null },
  { type: 'push.opened', link: '/mine/index' },
  { type: 'withdrawal.loaded', balance: '1.0000' },
  { type: 'withdrawal.submitted', balance: '0.0000' },
  { type: 'withdrawal.settled', ending: 'paid' },
  { type: 'withdrawal.failed', failure },
  { type: 'withdrawInfo.failed', failure },
  { type: 'objection.made' },
  { type: 'locale.failed' },
  { type: 'update.failed' },
  { type: 'device.changed' },
  {
    type: 'claim.made',
    claim: { id: 'n-0-1-1', call: 'record', itemId: 3 },
    recipient: null,
  },
  ...claims.flatMap((claim): AppEvent[] => [
    ...[false, true].map(
      (isOtherWindow): AppEvent => ({
        ...{ type: 'claim.paid', claim, recipient: null, answer },
        ...{ isOtherWindow, isBackdated: false },
      }),
    ),
    {
      type: 'claim.refused',
      claim,
      recipient: null,
      failure: refused('daily_limit_reached'),
      isOtherWindow: false,
      isBackdated: false,
    },
    { type: 'claim.paused', claim, recipient: null, wasReported: false },
    { type: 'claim.paused', claim, recipient: null, wasReported: true },
  ]),
  { type: 'claim.paidLate', answer },
  { type: 'claim.refusedLate', failure },
  { type: 'claims.delayed', claims },
  { type: 'claims.notPersisted', storageError: 'full' },
  { type: 'unpersisted.changed', isAny: true },
  { type: 'unpersisted.changed', isAny: false },
  { type: 'claims.quarantined' },
  { type: 'agreement.outdated' },
  { type: 'clip.began', clip: { title: 'Clip 1', poster: '/1.webp' }, isCounting: true },
  { type: 'clip.counted' },
  { type: 'clip.rested' },
  { type: 'break.changed', isProposed: true },
  { type: 'break.changed', isProposed: false },
  { type: 'clip.controlled', control: 'next' },
  { type: 'loading.changed', loading: 'current' },
  { type: 'clip.failed' },
  { type: 'connectivity.restored' },
  { type: 'feed.clipReady' },
  {
    type: 'feed.listLoaded',
    count: { remaining: 3, dailyLimit: 20, extraSharesLeft: 1 },
    isLinkGone: false,
    isRenewed: false,
  },
  { type: 'feed.listLoaded', count: null, isLinkGone: false, isRenewed: true },
  { type: 'feed.listLoaded', count: null, isLinkGone: true, isRenewed: false },
  { type: 'feed.clipsAhead', clips: [{ url: '/a.mp4', poster: '/a.webp' }] },
  { type: 'feed.advanced', videoId: 2, src: '/2.540' },
  { type: 'rewards.due' },
  { type: 'limit.outdated' },
  { type: 'limit.viewsAdded', views: 5 },
  { type: 'rendition.picked', rendition: 'small' },
  { type: 'limit.viewsRefused', failure },
  { type: 'ads.planned', plan: { rules: rules(2), offers: [], readAd: () => adMachine } },
  { type: 'ads.changed', plan: { rules: rules(2), offers: [], readAd: () => adMachine } },
  { type: 'withdrawInfo.saved' },
  { type: 'proof.ended', isGiven: true, recipient: 'deletion' },
  { type: 'toast.due', text: { kind: 'shareCounted' } },
  { type: 'toast.ended', id: 1 },
];

const identified: AppEvent[] = [
  { type: 'auth.identified', isVisitor: true, user: null },
  { type: 'auth.identified', isVisitor: false, user: person(7) },
  { type: 'auth.identified', isVisitor: false, user: person(8) },
];
const opened = (screen: AppContext['screen']): AppEvent => ({ type: 'screen.opened', screen });

const common: Pick<Model, 'machine' | 'input' | 'outcomes'> = {
  machine: appMachine,
  input: { idPrefix: 'n' },
  outcomes: {
    loadSecond: { done: [[]], error: [offline] },
    loadThird: { done: [[]], error: [offline] },
    loadScreen: { done: [[]], error: [offline] },
  },
};

/** The start of the children, by stage, person and screen. */
export const starting: Model = {
  ...common,
  events: [
    ...identified,
    opened('feed'),
    opened('tasks'),
    opened('login'),
    { type: 'feed.clipPlaying' },
    { type: 'page.idle' },
    { type: 'module.fetched', output: [] },
  ],
  facts: ({ context }) => [
    context.isKnown,
    context.user?.id,
    context.screen,
    context.visited.includes(context.screen),
  ],
  isWithin: ({ context, value }) => {
    const start = JSON.stringify(value.start);
    const isStarting = start !== '"first"' && !start.includes('ready');
    // the stages are the same on every screen, and a screen opens in the same way in every stage
    return context.screen === 'feed' ? !isStarting || isSettled(value.screen) : !isStarting;
  },
};

/** Share, pressed before and after the sharing module is loaded. */
export const sharing: Model = {
  ...common,
  events: [
    ...identified.slice(1),
    { type: 'feed.clipPlaying' },
    { type: 'page.idle' },
    { type: 'share.pressed' },
    opened('feed'),
    opened('tasks'),
  ],
  facts: ({ context }) => [context.user?.id],
};

const isSettled = (screen: unknown) => screen === 'waiting' || screen === 'shown';

/** Every routed event, for a member who watches. */
export const routeModel: Model = {
  ...common,
  events: [identified[1] as AppEvent, ...routed],
  facts: ({ context }) => [context.isKnown, context.hasUnpersisted],
  isWithin: ({ value }) => value.screen !== 'shown' && JSON.stringify(value.start) === '"first"',
};
