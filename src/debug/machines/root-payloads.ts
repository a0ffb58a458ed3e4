import type { AppEvent } from '../../../machines/app/events.ts';

type Payloads = {
  [Type in AppEvent['type']]: Omit<Extract<AppEvent, { type: Type }>, 'type'>;
};

const nothing = {};
const failure = { kind: 'offline' } as const;
const answer = { reward: '0.0000', balance: '0.0000', remaining_today: 0 };
const claim = { id: '', userId: 0, call: 'record', itemId: 0, attempt: 1 } as const;
const plan = {
  rules: { every_n_videos: 0, countdown_seconds: 0, skippable_after_seconds: 0 },
  offers: [],
};

/** What to start from when an event of the root machine is sent by hand. */
export const rootPayloads: Readonly<Payloads> = {
  'screen.opened': { screen: 'feed' },
  'day.began': nothing,
  'session.ended': { token: '' },
  'session.changed': nothing,
  'page.idle': nothing,
  'toast.due': { text: { kind: 'shareCounted' } },
  'toast.ended': { id: 0 },
  'auth.identified': { isVisitor: true, user: null },
  'auth.loggedIn': {
    user: {
      id: 0,
      username: '',
      email: '',
      balance: '0.0000',
      local_amount: '0.00',
      local_currency: 'USD',
      country: null,
      language: 'en',
      invite_code: '',
      created_at: '2026-01-01T00:00:00.000Z',
      token: '',
    },
  },
  'auth.loggedOut': nothing,
  'auth.sessionEnded': nothing,
  'auth.failed': { failure },
  'auth.balanceChanged': nothing,
  'reward.welcomed': { rewards: [], balance: '0.0000', refusal: null },
  'claim.made': { claim: { id: '', call: 'record', itemId: 0 } },
  'claim.paid': { claim, answer },
  'claim.refused': { claim, failure },
  'claim.paidLate': { answer },
  'claim.refusedLate': { failure },
  'feed.clipPlaying': nothing,
  'feed.clipReady': nothing,
  'feed.listLoaded': { count: null },
  'feed.advanced': { videoId: 0 },
  'limit.reached': nothing,
  'limit.opened': nothing,
  'limit.outdated': nothing,
  'limit.viewsAdded': { views: 0 },
  'limit.viewsRefused': { failure },
  'ads.planned': { plan },
  'ads.changed': { plan },
  'share.linkCopied': nothing,
  'share.copyFailed': nothing,
  'share.failed': nothing,
  'share.succeeded': { day: '2026-01-01' },
  'share.rewarded': { reward: '0.0000', balance: '0.0000' },
  'share.counted': { isRewarded: false },
  'share.creditFailed': { failure },
  'task.started': { task: 'notification' },
  'task.rewarded': { task: 'notification', reward: '0.0000', balance: '0.0000' },
  'task.claimFailed': { task: 'notification', failure },
  'task.notReady': { task: 'notification', preparation: 'declined' },
  'install.offered': nothing,
  'install.guided': nothing,
  'install.linkCopied': nothing,
  'install.copyFailed': nothing,
  'install.ended': { isInstalled: false },
  'push.permissionChanged': { permission: 'granted' },
  'push.answered': { permission: 'granted', canInstall: false },
  'push.refused': { asker: 'reminder' },
  'push.askFailed': { asker: 'reminder' },
  'push.received': { kind: null },
  'push.opened': { link: '/' },
  'withdrawal.loaded': { balance: '0.0000' },
  'withdrawal.submitted': { balance: '0.0000' },
  'withdrawal.settled': { ending: 'paid' },
  'withdrawal.failed': { failure },
  'withdrawInfo.saved': {
    info: { country: '', method: '', account_type: 'email', recipient_name: '', account: '' },
  },
  'withdrawInfo.failed': { failure },
  'locale.failed': { locale: 'en' },
  'update.failed': nothing,
  'device.changed': nothing,
};
