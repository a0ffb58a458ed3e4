import type { AnyStateMachine } from 'xstate';
import { ROOT } from '../../../machines/notify.ts';
import { rootPayloads } from './root-payloads.ts';

const form = { username: '', password: '', keep: true };
const rules = { every_n_videos: 0, countdown_seconds: 0, skippable_after_seconds: 0 };
const plan = { rules, offers: [] };
const newClaim = { id: '', userId: 0, call: 'record', itemId: 0, attempt: 1 };
const answer = { reward: '0.0000', balance: '0.0000', remaining_today: 0 };

/**
 * Sample payloads of the root's children's events. Types do not exist at run time; a test compares this table with the
 * events of the machines' walks.
 */
export const payloads: Readonly<Record<string, object>> = {
  'activity.changed': {
    activity: { isPlaying: false, hasRunningRequests: false, isTyping: false },
  },
  'ad.known': { eligibility: { watch: 'open', click: 'open' } },
  'ad.renewed': { eligibility: { watch: 'open', click: 'open' } },
  'ad.earned': { adId: 0, action: 'watch' },
  'ad.limitReached': { action: 'watch' },
  'ad.skipped': { index: 0 },
  'ads.changed': { plan },
  'ads.planned': { plan },
  'amount.changed': { text: '1.00' },
  'balance.changed': { balance: '0.0000', isShown: true },
  'call.submitted': { fields: {}, problems: {}, isRepeat: false },
  'captions.picked': { language: 'en' },
  'captions.switched': { isOn: true },
  'choice.changed': { scheme: 'dark' },
  'claim.added': { claim: newClaim, recipient: null },
  'claim.found': { claim: { ...newClaim, earnedAtMs: 0 } },
  'claim.persisted': { id: '', earnedAtMs: 0 },
  'claim.notPersisted': { id: '', earnedAtMs: 0, storageError: 'full' },
  'claim.settled': { result: { id: '', answer } },
  'claims.backdated': { backdated: [] },
  'claim.stamped': { id: '', earnedAtMs: 0 },
  'claim.paid': { answer, isBackdated: false },
  'claim.refused': { failure: { kind: 'refused', reason: 'already_rewarded' } },
  'bytes.fetched': { bytes: 1_000_000 },
  'clip.began': { clip: { title: '', poster: '' }, isCounting: true },
  'clip.known': { index: 0, isRewarded: true },
  'clip.paid': { videoId: 0 },
  'clips.ahead': { clips: [] },
  'clip.ready': { index: 0 },
  'control.used': { control: 'next' },
  'count.changed': { remaining: 0, isPaused: false },
  'earning.changed': { isRenewed: false },
  'count.loaded': { count: { remaining: 0, dailyLimit: 0, extraSharesLeft: 0 } },
  'end.pressed': { session: null },
  'enable.pressed': { asker: 'reminder' },
  'action.pressed': { action: { kind: 'clearCaches' } },
  'frame.loaded': { loadMs: 300 },
  'hints.changed': {
    hints: { saveData: false, effectiveType: '4g', downlinkMbps: 10, pixels: 1_080 },
  },
  'field.changed': { field: 'account', value: '' },
  'form.submitted': { form: '', call: '', fields: {}, problems: {}, isRepeat: false },
  'clip.left': { clip: { id: 1, seconds: 8, ended: false }, isClaimed: false },
  'hint.changed': { isHinted: true },
  'level.chosen': { level: 'all' },
  'language.chosen': { locale: 'en' },
  'unpersisted.changed': { isAny: true },
  'loading.changed': { loading: 'ahead' },
  'keep.changed': { keep: true },
  'login.submitted': { form },
  'name.pressed': { passkey: '' },
  'name.submitted': { name: '' },
  'media.progressed': { playedMs: 1_000 },
  'message.received': { kind: null },
  'connectivity.changed': { isOnline: false },
  'notification.pressed': { link: '/' },
  'proof.ended': { isGiven: true },
  'proof.requested': { recipient: 'password' },
  'remove.pressed': { passkey: '' },
  'pages.shown': { pages: 'terms:2' },
  'objection.pressed': { item: { kind: 'withdrawal', id: 1, objection: null } },
  'report.pressed': { item: { kind: 'clip', id: 1 } },
  'permission.changed': { permission: 'granted' },
  'visibility.changed': { isVisible: false },
  'readiness.changed': { task: 'notification', isReady: true },
  'register.submitted': { form: { ...form, email: '', confirmation: '', inviteCode: '' } },
  'rendition.picked': { rendition: 'medium' },
  'save.pressed': { format: 'json' },
  'session.changed': { session: null },
  'session.ended': { token: '' },
  'session.started': { userId: 0 },
  'minute.began': { nowMs: 0 },
  'signs.changed': { signs: { group: '.', decimal: ',' } },
  'offer.answered': { offer: 'passkey' },
  'withdraw.pressed': { payee: null },
  'again.pressed': { payee: null },
  'correction.pressed': { payee: null },
  'ended.opened': { withdrawal: {} },
  'share.made': { day: '2026-01-01' },
  'share.paid': { id: '' },
  'share.refusedElsewhere': { id: '' },
  'share.refused': { id: '', failure: { kind: 'offline' } },
  'sound.changed': { isOn: true },
  'sound.pressed': { isOn: true },
  'eligibility.known': { eligibility: 'closed' },
  'eligibility.renewed': { eligibility: 'open' },
  'swipe.began': { index: 1 },
  'swipe.returned': { index: 0 },
  'swipe.settled': { index: 1 },
  'store.opened': { claims: [], quarantined: 0 },
  'system.schemeChanged': { scheme: 'dark' },
  'year.picked': { year: 2026 },
  'task.delayed': { task: 'notification' },
  'task.listed': { isCompleted: true },
  'task.paid': { task: 'notification' },
  'task.prepared': { task: 'notification', preparation: 'ready' },
  'task.refused': { task: 'notification', failure: { kind: 'offline' } },
};

/** The fields of each form, by machine id. */
const forms: Readonly<Record<string, object>> = {
  emailChange: { email: '' },
  forgot: { email: '' },
  objection: { text: '', username: '', password: '' },
  passkeys: { password: '' },
  password: { new_password: '' },
  proof: { password: '' },
  recover: { username: '', code: '', password: '' },
  recovery: { password: '' },
  report: { reason: 'misleading', text: '' },
  reset: { password: '' },
};

/** Initial payload of an event that is sent by hand; undefined: no payload. */
export function payloadOf({ id }: Pick<AnyStateMachine, 'id'>, type: string): object | undefined {
  if (type === 'fields.submitted') return { fields: forms[id] };
  // only these two child machines need the time in this event
  const asksWhen = ['share', 'breakReminder'].includes(id) && type === 'visibility.changed';
  const isOfRoot = id === ROOT || asksWhen;
  const known: Readonly<Record<string, object>> = isOfRoot ? rootPayloads : payloads;
  return known[type];
}
