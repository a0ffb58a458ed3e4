/** Faults without any effect, by name, with the reason. */
export const equivalent: Readonly<Record<string, string>> = {
  'server/domain/feed/places.ts: ({ id }) => (placeOf.get(id) ?? 0) + spread * (2 * chanceOf(seed, id) - 1),: + → -':
    'chance moves a clip up as far and as often as down: the other sign is another chance',
  'machines/data-used.machine.ts: context: { used: null, uncounted: 0, adding: 0 },: 0 → 1 (2)':
    'how many are being added is taken anew at once, before anybody asks',
  'machines/clip-loading.machine.ts: context: ({ input }) => ({ ...input, isSaving: false, isStrained: false }),: false → true':
    'whether data is saved is decided before anybody can look, and is said by either answer',
  'machines/withdrawal/amount-text.ts: return String(values.find((value) => value >= 0 && value <= 9) ?? sign);: 9 → 10':
    'what comes after the nine of each of these scripts is no digit, and only digits are read',
  "machines/app/sharing.ts: initial: 'idle',: 'idle' → 'wanted'":
    'who is there is known before what shares has come, visitors too, and that leads to idle',
  "machines/feed/list.ts: always: { guard: not('hasCurrent'), target: 'loading' },: 'loading' → 'watching'":
    'without a clip the list runs low, for which watching leads to loading at once',
  "machines/outbox/sending.ts: after: { askedPause: { target: 'deciding', actions: release('deferred') } },: 'deciding' → 'empty'":
    'what was too early is due then, for which either state leads to sending at once',
  "machines/push/granted.ts: 'session.left': { target: '.deciding', actions: ['leave', 'markStoredUnsynced'] },: '.deciding' → '.waiting'":
    'who has left is no user any more, for whom deciding leads to waiting at once',
  'src/ports/claim-store.ts: quarantined += 1;: 1 → 2':
    'whether any claim was set aside is asked and told, never how many',
  'src/ports/transfers.ts: workerStart > 0 && transferSize === 0;: workerStart > 0 && transferSize === 0 → transferSize === 0':
    'the worker says what it has fetched since it was last asked: more questions, the same sum',
  'src/app/actors/entering.ts: const COUNTRY_WAIT_MS = 500;: 500 → 501':
    'whoever logs in from nobody knows where waits a millisecond longer than half a second',
  'src/app/system/on-idle.ts: : setTimeout(act, 1_500);: 1_500 → 1501':
    'a page is taken for quiet a millisecond later than after a second and a half',
  'src/ports/clip-scroller.ts: Math.round(scroller.scrollTop / (scroller.clientHeight || 1));: 1 → 2':
    'what has no height stands at its top: nought, whatever it is divided by',
  'src/ports/strain.ts: if (!before || now.totalVideoFrames < before.totalVideoFrames) return false;: < → <=':
    'a dropped frame counts among all: where none has come none was dropped, but on another clip that has shown exactly as many',
  "src/screens/withdraw/info-card.tsx: [t`Country or region`, names.of(set.country) ?? set.country, 'auto'],: country → method (2)":
    'the names of countries fall back to the code by themselves: what stands there is never read',
  'src/app/shell/ticker.tsx: const FULL_TURN = 360;: 360 → 361':
    'which colour a name has is left to chance: it is still the same one each time',
  'src/app/shell/ticker.tsx: [...name].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % FULL_TURN;: + → -':
    'which colour a name has is left to chance: an angle below nought is one of the circle, too',
  'src/ui/back.ts: if (ownSteps === 0) return;: 0 → 1':
    'the wait has ended with the first step: a listener that is told of later ones does nothing',
  'src/screens/login/login-screen.tsx: <div key={side} className={`card login-card login-card-${turned}`} tabIndex={-1}>: 1 → 2':
    'whatever is less than nought is no stop of the keyboard',
  'src/ui/tabs.tsx: tabIndex={tab.id === current ? 0 : -1}: 1 → 2':
    'whatever is less than nought is no stop of the keyboard',
  'server/database/migrations/0002_accounts.sql: create index session_fcm_token on session (fcm_token) where fcm_token is not null;: is not null → is null':
    'which rows an index holds changes how fast they are found, and nothing else',
  "server/database/migrations/0043_feed_order.sql: where kind = 'video' and seen_on is not null;: and → or":
    'which rows an index holds changes how fast they are found: whoever asks names both conditions',
  "server/database/migrations/0005_withdrawals.sql: create index withdrawal_paid on withdrawal (settled_at desc) where status = 'paid';: desc → asc":
    'an index that is not unique is read in both directions: it decides how fast, never what',
  'server/database/migrations/0020_web_push.sql: where fcm_token is not null or web_push is not null;: or → and':
    'an index that is not unique decides how fast a session is found, never which',
  'server/database/embedded/launch.ts: const MAX_LOG_BYTES = 5_000_000;: 5_000_000 → 5000001':
    'Postgres’s log may be a byte longer before it is begun anew',
  'server/database/embedded/launch.ts: () => 0,: 0 → 1':
    'of a new log only the reason of a failure is read, which never begins with its first byte',
  'server/domain/ad-provider.ts: return { ads: rows, total: Number(counted.rows[0]?.total ?? 0) };: 0 → 1 (2)':
    'a count always has its row: what stands there for none is never read',
  'server/domain/watched-clips.ts: const { total = 0n, paid = 0, extra_views = 0, is_share_paid = false } = counts.rows[0] ?? {};: 0 → 1':
    'every user has a row of progress: what stands there for none is never read',
  'server/database/functions/free_moment.sql: from watched where user_id = p_user_id and day between p_day - 1 and p_day + 1: 1 → 2':
    'a watch takes less than a day: one of two days before has ended before yesterday has',
  'server/database/functions/free_moment.sql: from watched where user_id = p_user_id and day between p_day - 1 and p_day + 1: 1 → 2 (2)':
    'a watch that begins after its day is not paid for it: what was watched two days later is not asked',
  "server/domain/progress.ts: where served.first_at < date_trunc('day', excluded.first_at at time zone 'UTC') at time zone 'UTC'`;: < → <=":
    'what was served at midnight stays among the earlier times, of which the first counts',
  'server/operator/media/inspect.ts: const CHUNK = 256 * 1024;: 1024 → 1025':
    'how much of a file is read at a time changes nothing of what is found in it',
  'server/domain/payout-accounts/change.ts: return (rows[0]?.users ?? 0) > max;: 0 → 1 (2)':
    'a count always has its row: what stands there for none is never read',
  "server/domain/outbox.ts: const OLDEST = 'where due_at <= $1 order by created_at limit 200';: 200 → 201":
    'how many rewards a batch has decides how fast they arrive: what is left follows at once',
  'server/domain/outbox.ts: return rows[0] ?? { found: 0, delivered: 0 };: 0 → 1 (3)':
    'a statement that selects two figures has one row: what stands there for none is never read',
  'server/http/idempotency.ts: .sort(([a], [b]) => (a < b ? -1 : 1));: a < b → !(a < b)':
    'fields that are always sorted backwards are sorted too: only that it is always the same counts',
  "server/http/input.ts: return fieldsOf(new URLSearchParams(start === -1 ? '' : url.slice(start)));: 1 → 2":
    'a call without a query has a field of one letter then, which no call knows',
  'server/http/known-tokens.ts: const MOST_TOKENS = 50_000;: 50_000 → 50001':
    'of some fifty thousand tokens one more is kept: only memory, and nobody is refused for it',
  'server/app.ts: const REQUEST_TIMEOUT_MS = 30_000;: 30_000 → 30001':
    'a request may take a millisecond longer than half a minute to come',
  'server/operator/media/input.ts: const { bytes } = await fetchRange(url, { position: 0, length: 1 }, signal);: 0 → 1':
    'only how many bytes there are is asked: which of them comes with the answer is not looked at',
  'server/domain/watch-tickets.ts: randomBytes(NONCE_BYTES).copy(body, 24);: 24 → 25':
    'fifteen random bytes are as unlike any others as sixteen: nothing asks how many they are',
  "machines/outbox/sending.ts: 'session.left': { target: '.blocked', actions: { type: 'setUser', params: null } },: '.blocked' → '.deciding'":
    'without a user nothing is due, for which deciding leads to blocked at once',
  'server/http/page-cache.ts: const MAX_ENTRIES = 256;: 256 → 257':
    'the cache holds one clip more: only memory, and it is loaded again when it was dropped',
  'server/database/functions/release_waiting.sql: for friend in select user_id from reward_release order by created_at limit 200 loop: 200 → 201':
    'of how many friends a batch is decides how fast their rewards arrive: who is left follows at once',
  'server/database/functions/deliver_rewards.sql: exit when seen > 0 or p_to is not null;: 0 → 1':
    'where a delivery found one reward it looks for more at once, and not in the next delivery',
  'server/database/functions/deliver_rewards.sql: if freed > 0 then: > → >=':
    'what frees nothing changes nothing of the funds: the condition only spares them a lock',
  'machines/app/actions.ts: starts: context.starts + 1,: 1 → 2':
    'counts to tell starts apart, which each second number does, too',
  'machines/app/actions.ts: starts: context.starts + 1,: + → -':
    'counts to tell starts apart, which numbers below nought do, too',
  'machines/app/actions.ts: id: toastsShown + 1,: 1 → 2':
    'counts to tell toasts apart, which each second number does, too',
  'machines/app/actions.ts: id: toastsShown + 1,: + → -':
    'counts to tell toasts apart, which numbers below nought do, too',
  "src/screens/login/passkey-way.tsx: useEffect(() => actor?.send({ type: 'keep.changed', keep }), [actor, keep]);: [actor, keep] → nothing":
    'whether the session is to last is told more often than it changes, and what is known stays the same',
  'server/domain/allotments.ts: const moment = () => delay(5 + 20 * Math.random());: * → +':
    'how long a claim waits decides only how soon it looks for funds again',
  'src/app/actors/tasks.actors.ts: const answer = await api(history, { page: 1, limit: 1 }, { signal });: 1 → 2 (2)':
    'the answer’s counts are read and its list is not: one row more changes nothing',
};
