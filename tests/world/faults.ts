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
    'the outbox is not told of a log-out',
    "{ type: 'session.left' }",
    "{ type: 'send.due' }",
  ),
  inFile('machines/app/known.ts')(
    'the outbox is not told who is there',
    "(['outbox', 'push'] as const).map((to) => ({ to, event: { type: 'session.started'",
    "(['push'] as const).map((to) => ({ to, event: { type: 'session.started'",
  ),
  inFile('machines/app/children.ts')(
    'what belongs to a person outlives the session',
    '=> !ofPage.has(id)',
    "=> id === 'earning' && !ofPage.has(id)",
  ),
  outbox(
    'every retry has a key of its own',
    'failures: context.failures + 1,',
    'failures: context.failures + 1, queue: context.queue.map((each) => ({ ...each, claim: postponed(each.claim, 0) })),',
  ),
  inFile('machines/outbox/queue.ts')(
    'claims are sent in whosever name',
    'claim.userId === userId && (',
    'userId !== null && (',
  ),
  outbox(
    'too early is taken for a refusal',
    "isRefusedFor(result.failure, 'too_early') &&",
    "isRefusedFor(result.failure, 'claim_expired') &&",
  ),
  outbox(
    'a pause of rewards is taken for a refusal',
    "isRefusedFor(result.failure, 'paused_by_operator')",
    "isRefusedFor(result.failure, 'claim_expired')",
  ),
  sending('what failed is not sent again', "after: { backOff: 'deciding' },", ''),
  inFile('machines/outbox/outbox.machine.ts')(
    'claims are sent before they are kept',
    "earnedAtMs: null }, 'storing', recipient)",
    "earnedAtMs: null }, 'due', recipient)",
  ),
  inFile('machines/app/start.ts')('what is kept is not read', "exit: 'restoreClaims',", ''),
  keeping(
    'a claim that is changed is dropped',
    'return store.write(command.claim);',
    'return store.remove(command.claim.id);',
  ),
  keeping(
    'what another window found counts as settled',
    'found.has(id) && !there.includes(id)',
    'found.has(id)',
  ),
  keeping('nothing is written', 'withRoom(() => store.write(claim))', 'withRoom(async () => {})'),
  inFile('src/app/actors/earned-at.ts')(
    'claims are not dated',
    '{ earned_at: new Date(earnedAtMs).toISOString() }',
    '{}',
  ),
  inFile('src/ports/server-clock.ts')(
    'claims are dated by the phone',
    'Math.max(Date.now() + (aheadMs ?? 0), Math.floor(leastMs()))',
    'Date.now()',
  ),
  auth(
    'the token survives the log-out',
    'forget: assign(nobody)',
    'forget: assign(({ context }) => ({ ...nobody, token: context.token }))',
  ),
  inFile('machines/auth/logged-in.ts')(
    'what was asked before a reward was paid is believed',
    `'balance.changed': { ...whenNewBalance, ...askAgain },
        'session.changed': { ...whenPaidElsewhere, ...askAgain },`,
    '',
  ),
  auth('nobody is welcomed', 'isWelcomeDue: true,', 'isWelcomeDue: false,'),
  inFile('src/app/actors/auth.actors.ts')(
    'the session stays stored',
    'if (!isStored(token)) return;',
    'if (token) return;',
  ),
  auth(
    'whatever another window stores is a log-out',
    'hasLeft: (_, session: Session | null) => session === null',
    'hasLeft: () => true',
  ),
  claim(
    'a claim is celebrated unanswered',
    "after: { claimTimeout: 'queued' }",
    "after: { claimTimeout: 'rewarded' }",
  ),
  inFile('machines/app/claim-routes.ts')(
    'a paid claim changes no balance',
    '    balanceIs(answer.balance, screen),\n',
    '',
  ),
  routes(
    'a day that begins is not told to the feed',
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
    'a clip that left plays on',
    "actions: ['pause', 'forgetEnd'] }",
    "actions: ['forgetEnd'] }",
  ),
  playback(
    'a covered clip plays on',
    "{ target: 'covered', actions: 'pause' }",
    "{ target: 'covered' }",
  ),
  inFile('machines/connectivity.machine.ts')(
    'nobody learns that the connection is back',
    "onDone: 'returned'",
    "onDone: 'good'",
  ),
  inFile('machines/withdrawal/withdrawal.machine.ts')(
    'each confirmation has a key of its own',
    '.attempt}`,',
    '.attempt}`.concat(String(Math.floor(Math.random() * 1e9))),',
  ),
  inFile('src/ports/lock.ts')(
    'windows send at the same time',
    'if (!locks) return work();',
    'if (locks) return work();',
  ),
];
