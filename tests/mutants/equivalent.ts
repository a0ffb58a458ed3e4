/** Planted faults that change no behaviour (equivalent mutants): `Fault.name`, and the reason. */
export const equivalent: Readonly<Record<string, string>> = {
  'server/domain/feed/places.ts: ({ id }) => (placeOf.get(id) ?? 0) + spread * (2 * seededRandom(seed, id) - 1),: + → -':
    '2 * chance - 1 is negative as often as positive: with a minus the order is as random',
  'machines/data-used.machine.ts: context: { used: null, uncounted: 0, adding: 0 },: 0 → 1 (2)':
    'the entry action of the first state sets `adding` before any code reads it',
  'machines/clip-loading.machine.ts: context: ({ input }) => ({ ...input, isSavingData: false, isStrained: false }),: false → true':
    'the first state leads to on or off at once, and each of them sets isSavingData',
  'machines/withdrawal/amount-text.ts: return String(values.find((value) => value >= 0 && value <= 9) ?? sign);: 9 → 10':
    'the function gets only digits, and the character after the nine of each script is no digit',
  "machines/app/sharing.ts: initial: 'idle',: 'idle' → 'wanted'":
    'session.changed comes before the third boot phase is ready, and leads from wanted to idle',
  "machines/app/sharing.ts: on: { 'share.pressed': [{ guard: 'hasShare', actions: 'openShare' }, { target: 'wanted' }] },: { guard: 'hasShare', actions: 'openShare' }, → nothing":
    'the press leads to wanted, which opens the share sheet at once if it can',
  'machines/break-reminder.machine.ts: context: { minutes: 0, wasProposed: false, leftAtMs: 0 },: false → true':
    'the entry action of the first state sets wasProposed before any code reads it',
  "machines/daily-share.machine.ts: return { lastDay: day > (lastDay ?? '') ? day : lastDay };: > → >=":
    'the action runs only for a known claim, whose day is not empty; an equal day stays the same',
  'machines/deletion.machine.ts: context: { losses: null, isErasureIncomplete: false, failure: null },: false → true':
    'only the state deleted shows isErasureIncomplete, and each way there sets it',
  "machines/feed/list.ts: after: { firstClipTimeout: 'loading' },: 'loading' → 'watching'":
    'the page brings one clip, so the guard isRunningLow is true and watching leads to loading at once',
  "machines/feed/list.ts: always: { guard: not('hasCurrent'), target: 'loading' },: 'loading' → 'watching'":
    'without a clip the guard isRunningLow is true, so watching leads to loading at once',
  "machines/outbox/sending.ts: after: { askedPause: { target: 'deciding', actions: release('deferred') } },: 'deciding' → 'empty'":
    'the deferred claims are due by then, so empty leads to calling at once, as deciding does',
  "machines/push/granted.ts: 'session.left': { target: '.deciding', actions: ['leave', 'markStoredUnsynced'] },: '.deciding' → '.waiting'":
    'the action leave has removed the user, so deciding leads to waiting at once',
  'src/ports/claim-store.ts: quarantined += 1;: 1 → 2':
    'the outbox only asks whether the number is above 0, and the toast does not show it',
  'src/ports/transfers.ts: workerStart > 0 && transferSize === 0;: workerStart > 0 && transferSize === 0 → transferSize === 0':
    'the worker answers with the bytes since the last question: more questions, the same sum',
  'src/app/actors/auth-calls.ts: const COUNTRY_WAIT_MS = 500;: 500 → 501':
    'a log-in waits at most 501 ms for the visitor’s country instead of 500 ms',
  'src/app/system/on-idle.ts: : setTimeout(act, 1_500);: 1_500 → 1501':
    'a browser without requestIdleCallback waits 1,501 ms instead of 1,500 ms',
  'src/ports/clip-scroller.ts: Math.round(scroller.scrollTop / (scroller.clientHeight || 1));: 1 → 2':
    'a scroller without height has scrollTop 0, and 0 / 2 is 0 as well',
  'src/ports/strain.ts: if (!before || now.totalVideoFrames < before.totalVideoFrames) return false;: < → <=':
    'without a new frame none was dropped, unless another clip has shown exactly as many frames',
  "src/screens/withdraw/info-card.tsx: [t`Country or region`, names.of(set.country) ?? set.country, 'auto'],: country → method (2)":
    'Intl.DisplayNames falls back to the code itself, so the value after ?? is never used',
  'src/app/shell/ticker.tsx: const FULL_TURN = 360;: 360 → 361':
    'any hue will do, as long as a name always has the same one',
  'src/app/shell/ticker.tsx: [...name].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % FULL_TURN;: + → -':
    'any hue will do, and CSS accepts a negative angle',
  "src/ui/back.ts: addEventListener('popstate', arrived, { once: true });: true → false":
    'the promise is resolved by the first popstate event, and later calls of resolve do nothing',
  'src/screens/login/login-screen.tsx: <div key={side} className={`card login-card login-card-${turned}`} tabIndex={-1}>: 1 → 2':
    'every negative tabIndex keeps the element out of the tab order',
  'src/ui/tabs.tsx: tabIndex={tab.id === current ? 0 : -1}: 1 → 2':
    'every negative tabIndex keeps the element out of the tab order',
  'server/database/migrations/0002_accounts.sql: create index session_fcm_token on session (fcm_token) where fcm_token is not null;: is not null → is null':
    'the condition of an index affects the speed of a query, not its result',
  "server/database/migrations/0043_feed_order.sql: where kind = 'video' and seen_on is not null;: and → or":
    'an index of more rows affects only the speed: its queries name both conditions themselves',
  "server/database/migrations/0005_withdrawals.sql: create index withdrawal_paid on withdrawal (settled_at desc) where status = 'paid';: desc → asc":
    'Postgres reads an index in both directions: its order affects the speed, not the result',
  'server/database/migrations/0020_web_push.sql: where fcm_token is not null or web_push is not null;: or → and':
    'the index is not unique: it affects how fast a session is found, not which session',
  'server/database/embedded/launch.ts: const MAX_LOG_BYTES = 5_000_000;: 5_000_000 → 5000001':
    'the log of Postgres may be one byte longer before it is truncated',
  'server/database/embedded/launch.ts: () => 0,: 0 → 1':
    'a new log begins with a timestamp, and the message is cut out after the word FATAL or PANIC',
  'server/domain/ad-provider.ts: return { ads: rows, total: Number(counted.rows[0]?.total ?? 0) };: 0 → 1 (2)':
    'count(*) always returns a row, so the default for a missing row is never used',
  'server/domain/watched-clips.ts: const { total = 0n, paid = 0, extra_views = 0, is_share_paid = false } = counts.rows[0] ?? {};: 0 → 1':
    'every user has a row of progress, so the default for a missing row is never used',
  'server/database/functions/free_moment.sql: from watched where user_id = p_user_id and day between p_day - 1 and p_day + 1: 1 → 2':
    'a watch takes less than a day: a watch of two days earlier ended too early to overlap',
  'server/database/functions/free_moment.sql: from watched where user_id = p_user_id and day between p_day - 1 and p_day + 1: 1 → 2 (2)':
    'a watch that begins after p_day is not paid for p_day: a watch two days later is too late',
  "server/domain/progress.ts: where served.first_at < date_trunc('day', excluded.first_at at time zone 'UTC') at time zone 'UTC'`;: < → <=":
    'the time at midnight moves to the column `earlier`, and a claim uses the earliest time',
  'server/operator/media/inspect.ts: const CHUNK = 256 * 1024;: 1024 → 1025':
    'the size of the parts in which a file is read does not affect the content that is found',
  'server/domain/payout-accounts/change.ts: return (rows[0]?.users ?? 0) > max;: 0 → 1 (2)':
    'count(*) always returns a row, so the default for a missing row is never used',
  "server/domain/outbox.ts: const OLDEST = 'where due_at <= $1 order by created_at limit 200';: 200 → 201":
    'the size of a batch affects only the speed: the outbox goes on until no reward is due',
  'server/domain/outbox.ts: return rows[0] ?? { found: 0, delivered: 0 };: 0 → 1 (3)':
    'a function with output parameters always returns one row, so the default is never used',
  'server/http/idempotency.ts: .sort(([a], [b]) => (a < b ? -1 : 1));: a < b → !(a < b)':
    'the hash only needs the same order of the fields every time: descending serves as well',
  "server/http/input.ts: return fieldsOf(new URLSearchParams(start === -1 ? '' : url.slice(start)));: 1 → 2":
    'the last letter of the path becomes a field of the input, which every call ignores',
  'server/http/known-tokens.ts: const MAX_TOKENS = 50_000;: 50_000 → 50001':
    'the cache keeps one token more: it uses more memory, and refuses no request',
  'server/app.ts: const REQUEST_TIMEOUT_MS = 30_000;: 30_000 → 30001':
    'a request may take 30,001 ms to arrive instead of 30,000 ms',
  'server/operator/media/input.ts: const { bytes } = await fetchRange(url, { position: 0, length: 1 }, signal);: 0 → 1':
    'the answer’s header has the size of the file, and the fetched byte is not used',
  'server/domain/watch-tickets.ts: randomBytes(NONCE_BYTES).copy(body, 24);: 24 → 25':
    'a nonce of 15 random bytes and a zero byte is still unique',
  "machines/outbox/sending.ts: 'session.left': { target: '.blocked', actions: { type: 'setUser', params: null } },: '.blocked' → '.deciding'":
    'without a user no claim is due or deferred, so deciding leads to blocked at once',
  'server/http/page-cache.ts: const MAX_ENTRIES = 256;: 256 → 257':
    'the cache keeps one entry more: it uses more memory, and a dropped entry is loaded again',
  'server/database/functions/release_waiting.sql: for friend in select user_id from reward_release order by created_at limit 200 loop: 200 → 201':
    'the size of a batch affects only the speed: the outbox goes on until no friend waits',
  'server/database/functions/deliver_rewards.sql: exit when seen > 0 or p_to is not null;: 0 → 1':
    'a delivery that has found exactly one reward looks for more itself, before the next delivery',
  'server/database/functions/deliver_rewards.sql: if freed > 0 then: > → >=':
    'with a sum of 0 the update changes no value: the condition only avoids a lock on the funds',
  'machines/app/actions.ts: starts: context.starts + 1,: 1 → 2':
    'the numbers only tell starts apart, and steps of two do that as well',
  'machines/app/actions.ts: starts: context.starts + 1,: + → -':
    'the numbers only tell starts apart, and negative numbers do that as well',
  'machines/app/actions.ts: id: toastsShown + 1,: 1 → 2':
    'the numbers only tell toasts apart, and steps of two do that as well',
  'machines/app/actions.ts: id: toastsShown + 1,: + → -':
    'the numbers only tell toasts apart, and negative numbers do that as well',
  "src/screens/login/passkey-way.tsx: useEffect(() => actor?.send({ type: 'keep.changed', keep }), [actor, keep]);: [actor, keep] → nothing":
    'keep.changed is sent after every render, each time with the current value',
  'server/domain/allotments.ts: const randomPause = () => delay(5 + 20 * Math.random());: * → +':
    'the random pause affects only how soon a claim looks for funds again',
  'src/app/actors/tasks.actors.ts: const answer = await api(history, { page: 1, limit: 1 }, { signal });: 1 → 2 (2)':
    'only the counts of the answer are used, not its list: one more row changes nothing',
};
