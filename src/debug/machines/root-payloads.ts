import { adMachine } from '../../../machines/ad.machine.ts';
import type { AppEvent } from '../../../machines/app/events.ts';

/** Payloads of the app's events that have one. */
type Payloads = {
  [Event in AppEvent as keyof Event extends 'type' ? never : Event['type']]: Omit<Event, 'type'>;
};

const failure = { kind: 'offline' } as const;
const answer = { reward: '0.0000', balance: '0.0000', remaining_today: 0 };
const claim = { id: '', userId: 0, call: 'record', itemId: 0, attempt: 1, earnedAtMs: 0 } as const;
const plan = {
  rules: { every_n_videos: 0, countdown_seconds: 0, skippable_after_seconds: 0 },
  offers: [],
  readAd: () => adMachine,
};

/** Initial payloads of the root machine's events, to send by hand. */
export const rootPayloads: Readonly<Payloads> = {
  'screen.opened': { screen: 'feed' },
  'visibility.changed': { isVisible: false, atMs: 0, day: '2026-01-01' },
  'connectivity.changed': { isOnline: false },
  'session.ended': { token: '' },
  'module.fetched': { output: [] },
  'toast.due': { text: { kind: 'shareCounted' } },
  'toast.ended': { id: 0 },
  'passkey.signed': { response: '{}', keep: true },
  'proof.ended': { isGiven: true, recipient: 'password' },
  'auth.identified': { isVisitor: true, user: null },
  'reward.welcomed': { rewards: [], balance: '0.0000', refusal: null },
  'claim.made': { claim: { id: '', call: 'record', itemId: 0 }, recipient: null },
  'claim.paid': { claim, recipient: null, answer, isOtherWindow: false, isBackdated: false },
  'claim.refused': { claim, recipient: null, failure, isOtherWindow: false, isBackdated: false },
  'claim.paused': { claim, recipient: null, wasReported: false },
  'claim.paidLate': { answer },
  'claim.refusedLate': { failure },
  'claims.delayed': { claims: [claim] },
  'claims.notPersisted': { storageError: 'full' },
  'unpersisted.changed': { isAny: true },
  'clip.began': { clip: { title: '', poster: '' }, isCounting: true },
  'break.changed': { isProposed: true },
  'clip.controlled': { control: 'next' },
  'loading.changed': { loading: 'ahead' },
  'feed.clipsAhead': { clips: [] },
  'feed.listLoaded': { count: null, isLinkGone: false, isRenewed: false },
  'feed.advanced': { videoId: 0, src: null },
  'limit.viewsAdded': { views: 0 },
  'limit.viewsRefused': { failure },
  'ads.planned': { plan },
  'ads.changed': { plan },
  'rendition.picked': { rendition: 'medium' },
  'share.succeeded': { day: '2026-01-01' },
  'share.creditFailed': { failure },
  'task.started': { task: 'notification' },
  'task.claimFailed': { failure },
  'task.notReady': { task: 'notification', preparation: 'declined' },
  'install.ended': { isInstalled: false },
  'push.permissionChanged': { permission: 'granted' },
  'push.answered': { permission: 'granted', needsInstall: false },
  'push.refused': { asker: 'reminder' },
  'push.received': { kind: null },
  'push.opened': { link: '/' },
  'withdrawal.loaded': { balance: '0.0000' },
  'withdrawal.submitted': { balance: '0.0000' },
  'withdrawal.settled': { ending: 'paid' },
  'withdrawal.failed': { failure },
  'withdrawInfo.failed': { failure },
};
