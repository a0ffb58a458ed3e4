const form = { username: '', password: '', keep: true };
const answer = { reward: '0.0000', balance: '0.0000', remaining_today: 0 };

/**
 * What to start from when an event is sent by hand that carries something. Types are gone by the
 * time the app runs; a test holds this table against the events that the machines are walked with.
 */
export const payloads: Readonly<Record<string, object>> = {
  'activity.changed': {
    activity: { isHidden: true, isPlaying: false, isCalling: false, isTyping: false },
  },
  'ad.earned': { adId: 0, deed: 'watch' },
  'ad.limitReached': { deed: 'watch' },
  'ad.skipped': { index: 0 },
  'amount.changed': { text: '1.00' },
  'balance.changed': { balance: '0.0000' },
  'call.submitted': { fields: {}, problems: {}, isRepeat: false },
  'choice.changed': { scheme: 'dark' },
  'claim.added': { claim: { id: '', userId: 0, call: 'record', itemId: 0, attempt: 1 } },
  'claim.paid': { answer },
  'claim.refused': { failure: { kind: 'refused', reason: 'already_rewarded' } },
  'clip.paid': { videoId: 0, answer },
  'clip.ready': { index: 0 },
  'clip.rewarded': { index: 0, answer },
  'enable.pressed': { asker: 'reminder' },
  'errand.pressed': { errand: { kind: 'clearCaches' } },
  'field.changed': { field: 'account', value: '' },
  'language.chosen': { locale: 'en' },
  'login.submitted': { form },
  'media.progressed': { playedMs: 1_000 },
  'message.received': { kind: null },
  'network.changed': { isOnline: false },
  'notification.pressed': { link: '/' },
  'page.hidden': { atMs: 0 },
  'page.shown': { atMs: 2_000 },
  'permission.changed': { permission: 'granted' },
  'presence.changed': { isPresent: true },
  'readiness.changed': { isReady: true },
  'register.submitted': { form: { ...form, email: '', confirmation: '', inviteCode: '' } },
  'session.changed': { session: null },
  'session.ended': { token: '' },
  'session.started': { userId: 0 },
  'share.made': { day: '2026-01-01' },
  'sound.changed': { isOn: true },
  'sound.pressed': { isOn: true },
  'standing.known': { standing: 'visitor' },
  'standing.renewed': { standing: 'open' },
  'swipe.began': { index: 1 },
  'swipe.returned': { index: 0 },
  'swipe.settled': { index: 1 },
  'system.schemeChanged': { scheme: 'dark' },
  'watch.renewed': { standing: 'open' },
};
