/** A fault that is planted in the app: it replaces a text of one file. */
export interface Fault {
  name: string;
  file: string;
  text: string;
  instead: string;
}

const inFile =
  (file: string) =>
  (name: string, text: string, instead: string): Fault => ({ name, file, text, instead });

const actions = inFile('machines/app/actions.ts');
const routes = inFile('machines/app/routes.ts');
const outbox = inFile('machines/outbox/model.ts');
const sending = inFile('machines/outbox/sending.ts');
const auth = inFile('machines/auth/model.ts');
const claim = inFile('machines/claim.machine.ts');
const playback = inFile('machines/video/playback.ts');
const keeping = inFile('src/app/actors/claim-persistence.ts');

export const faults: readonly Fault[] = [
  actions(
    'the outbox gets no event for a log-out',
    "{ type: 'session.left' }",
    "{ type: 'send.due' }",
  ),
  inFile('machines/app/missed-messages.ts')(
    'the outbox does not get the user',
    "(['outbox', 'push'] as const).map((to) => ({ to, event: { type: 'session.started'",
    "(['push'] as const).map((to) => ({ to, event: { type: 'session.started'",
  ),
  inFile('machines/app/children.ts')(
    'actors of a session outlive the session',
    '=> !pageChildren.has(id)',
    "=> id === 'earning' && !pageChildren.has(id)",
  ),
  outbox(
    'every retry has a new key',
    'failures: context.failures + 1,',
    'failures: context.failures + 1, queue: context.queue.map((each) => ({ ...each, claim: postponed(each.claim, 0) })),',
  ),
  inFile('machines/outbox/queue.ts')(
    'claims of another user are sent',
    'claim.userId === userId && (',
    'userId !== null && (',
  ),
  outbox(
    'the answer “too early” counts as a refusal',
    "isRefusedFor(result.failure, 'too_early') &&",
    "isRefusedFor(result.failure, 'claim_expired') &&",
  ),
  outbox(
    'a pause of rewards counts as a refusal',
    "isRefusedFor(result.failure, 'paused_by_operator')",
    "isRefusedFor(result.failure, 'claim_expired')",
  ),
  sending('a failed call is not repeated', "after: { backOff: 'deciding' },", ''),
  inFile('machines/outbox/outbox.machine.ts')(
    'claims are sent before they are stored',
    "earnedAtMs: null }, 'storing', recipient)",
    "earnedAtMs: null }, 'due', recipient)",
  ),
  inFile('machines/app/start.ts')('stored claims are not read', "exit: 'restoreClaims',", ''),
  keeping(
    'a changed claim is deleted',
    'return store.write(command.claim);',
    'return store.remove(command.claim.id);',
  ),
  keeping(
    'a claim of another window counts as settled',
    'found.has(id) && !there.includes(id)',
    'found.has(id)',
  ),
  keeping(
    'no claim is written to the store',
    'withQuotaRetry(() => store.write(claim))',
    'withQuotaRetry(async () => {})',
  ),
  inFile('src/app/actors/earned-at.ts')(
    'claims are sent without their date',
    '{ earned_at: new Date(earnedAtMs).toISOString() }',
    '{}',
  ),
  inFile('src/ports/server-clock.ts')(
    'claims have the date of the phone’s clock',
    'Math.max(Date.now() + (aheadMs ?? 0), Math.floor(leastMs()))',
    'Date.now()',
  ),
  auth(
    'the token survives the log-out',
    'forget: assign(nobody)',
    'forget: assign(({ context }) => ({ ...nobody, token: context.token }))',
  ),
  inFile('machines/auth/logged-in.ts')(
    'an answer from before a paid reward is used',
    `'balance.changed': { ...whenNewBalance, ...askAgain },
        'session.changed': { ...whenPaidElsewhere, ...askAgain },`,
    '',
  ),
  auth('no welcome reward is claimed', 'isWelcomeDue: true,', 'isWelcomeDue: false,'),
  inFile('src/app/actors/auth.actors.ts')(
    'the session stays stored',
    'if (!isStored(token)) return;',
    'if (token) return;',
  ),
  auth(
    'every change by another window counts as a log-out',
    'hasLoggedOut: (_, session: Session | null) => session === null',
    'hasLoggedOut: () => true',
  ),
  claim(
    'a claim without an answer is celebrated',
    "after: { claimTimeout: 'queued' }",
    "after: { claimTimeout: 'rewarded' }",
  ),
  inFile('machines/app/claim-routes.ts')(
    'a paid claim changes no balance',
    '    balanceChanged(answer.balance, screen),\n',
    '',
  ),
  routes(
    'the feed gets no event for a new day',
    "    { to: 'feed', event: { type: 'day.began' } },\n",
    '',
  ),
  routes(
    'a share is rewarded in a toast before it is paid',
    "{ to: 'dailyShare', event: { type: 'share.made', day, videoId } },",
    "{ to: 'dailyShare', event: { type: 'share.made', day, videoId } }, toast({ kind: 'shareRewarded', amount: '0.0701' }),",
  ),
  inFile('machines/feed/slots.ts')(
    'the daily limit is ignored',
    "earning.count?.remaining ? 'open'",
    "earning.count ? 'open'",
  ),
  inFile('machines/video/video.machine.ts')(
    'watch time counts double',
    "const played = field('playedMs');",
    'const played = ({ event }: { event: { playedMs: number } }) => event.playedMs * 2;',
  ),
  playback(
    'a clip that left the stage plays on',
    "actions: ['pause', 'forgetEnd'] }",
    "actions: ['forgetEnd'] }",
  ),
  playback(
    'a covered clip plays on',
    "{ target: 'covered', actions: 'pause' }",
    "{ target: 'covered' }",
  ),
  inFile('machines/connectivity.machine.ts')(
    'the restored connection is not reported',
    "onDone: 'returned'",
    "onDone: 'good'",
  ),
  inFile('machines/withdrawal/withdrawal.machine.ts')(
    'each attempt of a confirmation has a new key',
    '.attempt}`,',
    '.attempt}`.concat(String(Math.floor(Math.random() * 1e9))),',
  ),
  inFile('src/ports/lock.ts')(
    'windows send at the same time',
    'if (!locks) return work();',
    'if (locks) return work();',
  ),
];
