import { beforeAll, beforeEach, expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { readTimeline } from '../../server/domain/letters/timeline.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../server/domain/settlement.ts';
import { SECOND } from '../../server/domain/time.ts';
import { loginForm, registerForm } from './forms.ts';
import { expectAnswer, expectRefusal } from './http/coverage.ts';
import { server, setUpServer } from './http/server.setup.ts';
import { addGcash, requestWithdrawal } from './payout.support.ts';
import { plansOf } from './plans.ts';
import { refusalOf } from './support.ts';
import { key, run, SINCE, told } from './timeline.support.ts';

setUpServer();
beforeAll(() => addGcash(server.domain));

const START = new Date('2026-03-01T10:00:00.000Z');
beforeEach(() => server.domain.setNow(START));

test('"my clip was not paid": served, claimed, refused and paid clips, as text', async () => {
  const { domain } = server;
  await domain.configure({ 'video.reward': '0.05', 'video.watch_seconds': '5' });
  const koi = await domain.video({ title: 'Koi' });
  const free = await domain.video({ title: 'Free', reward: 0n });
  const { client } = await server.user({ username: 'Alice' });
  await expectAnswer(client, 'playable');
  domain.advance(SECOND);
  const early = () =>
    expectRefusal(
      client,
      'record',
      { videos_id: koi },
      'too_early',
      { retry_after: expect.any(Number) as never },
      key(),
    );
  await early();
  domain.advance(SECOND);
  await early();
  domain.advance(4 * SECOND);
  await expectAnswer(client, 'record', { videos_id: koi }, key());
  domain.advance(5 * SECOND);
  await expectAnswer(client, 'record', { videos_id: free }, key());
  const paidTwice = key();
  await expectRefusal(client, 'record', { videos_id: koi }, 'already_rewarded', {}, paidTwice);
  // a repeated claim under its key adds no second refusal
  await expectRefusal(client, 'record', { videos_id: koi }, 'already_rewarded', {}, paidTwice);
  expect(await run('users', 'timeline', 'ALICE', ...SINCE)).toEqual({
    status: 0,
    err: '',
    out: `at                        kind     what
2026-03-01T10:00:00.000Z  account  the user registered without an invitation
2026-03-01T10:00:00.000Z  login    the user logged in; this session was last used 2026-03-01T10:00:00.000Z and ends 2026-03-02T10:00:00.000Z, without push messages
2026-03-01T10:00:00.000Z  served   2 clips were handed out: ${koi}, ${free}
2026-03-01T10:00:01.000Z  refusal  clip ${koi} "Koi" was refused: its watch time was not over, or it had not been handed out in time (too_early); 2 times until 2026-03-01T10:00:02.000Z
2026-03-01T10:00:06.000Z  watch    clip ${koi} "Koi" was watched for 5 s: paid 0.0500
2026-03-01T10:00:06.000Z  entry    0.0500 was credited: clip watched "Koi"
2026-03-01T10:00:11.000Z  watch    clip ${free} "Free" was watched for 5 s: its reward was 0
2026-03-01T10:00:11.000Z  refusal  clip ${koi} "Koi" was refused: it had been paid on that day already (already_rewarded)`,
  });
});

test('"wrong account" and "why refused": changes, log-ins and withdrawals, with who and why', async () => {
  const { domain } = server;
  const context = () =>
    domain.context({ visitor: { address: '198.51.100.7', country: null, device: 'phone' } });
  await domain.configure({ 'reward.download_app': '10' });
  const { userInfo } = await checkIn(context(), null, registerForm(1));
  const user = { userId: BigInt(userInfo.id), token: userInfo.token };
  domain.advance(SECOND);
  await refusalOf(checkIn(context(), null, loginForm(1, { password: 'wrong' })));
  await refusalOf(checkIn(context(), null, loginForm(1, { password: 'wrong' })));
  domain.advance(SECOND);
  const { userInfo: again } = await checkIn(context(), null, loginForm(1));
  await domain.pool.query(
    `update session set web_push = '{"endpoint": "https://fcm.googleapis.com/x"}' where user_id = $1
     and created_at = $2`,
    [again.id, domain.now()],
  );
  domain.advance(SECOND);
  const id = await requestWithdrawal(domain, user, '4');
  domain.advance(SECOND);
  await rejectWithdrawal(domain.pool, id, 'The account\nis closed', domain.now());
  expect((await told('anna_1')).filter((line) => line.includes('log'))).toEqual([
    'login: the user logged in; this session was last used 2026-03-01T10:00:00.000Z and ends 2026-03-02T10:00:00.000Z, without push messages',
    'failed login: 2 log-ins failed until 2026-03-01T10:00:01.000Z',
    'login: the user logged in on device 45569d; this session was last used 2026-03-01T10:00:02.000Z and ends 2026-03-02T10:00:02.000Z, with push messages by fcm.googleapis.com',
  ]);
  // the commands use the real clock
  await run('users', 'block', 'anna_1', '--as', 'bo', '--reason', 'Somebody else logs in');
  await run('users', 'unblock', 'ANNA1@example.org', '--as', 'bo');
  const lines = await told('anna_1');
  const entry = (text: string) => `entry: ${text}`;
  expect(lines).toEqual([
    'account: the user registered without an invitation; registrations from the same block of addresses: 1',
    'failed login: 2 log-ins failed until 2026-03-01T10:00:01.000Z',
    // the block has ended all sessions, although it was lifted later
    'login: the user logged in on device 45569d; this session has ended',
    entry('10.0000 was credited: app installed'),
    entry(`4.0000 is held: withdrawal ${id}`),
    'change: payout account set: gcash +6*******4567 of Maria Cruz',
    expect.stringMatching(/^change: first payout account, gcash \+6\*{7}4567, by user \d+$/),
    `withdrawal: withdrawal ${id} of 4.0000 was requested, to gcash +6*******4567`,
    entry(`4.0000 was given back: withdrawal ${id}`),
    `withdrawal: withdrawal ${id} of 4.0000 was rejected: The account\\u{a}is closed`,
    'push: the message withdrawal_rejected waits for a device; attempts: 0, next 2026-03-01T10:00:04.000Z',
    'change: users block, by bo: Somebody else logs in',
    'change: users unblock, by bo',
  ]);
});

test('a cancelled withdrawal is shown as cancelled by its member, also in the list', async () => {
  const { domain } = server;
  await domain.configure({ 'reward.download_app': '10' });
  const { client, userId } = await server.user({ username: 'Carla' });
  const id = await requestWithdrawal(domain, { userId, token: '' }, '4');
  domain.advance(SECOND);
  await expectAnswer(client, 'cancelWithdrawal', { id }, key());
  domain.advance(SECOND);
  const { id: paid } = (await expectAnswer(client, 'withdraw', { amount: '4' })).withdrawal;
  await approveWithdrawal(domain.pool, paid, domain.now());
  await expectRefusal(client, 'cancelWithdrawal', { id: paid }, 'not_cancellable', {}, key());
  expect(
    (await told('carla')).filter((line) => line.includes('cancel') || line.includes('back')),
  ).toEqual([
    `entry: 4.0000 was given back: withdrawal ${id}`,
    `change: withdrawal cancelled, by user ${userId}`,
    `withdrawal: withdrawal ${id} of 4.0000 was cancelled by the person`,
    'refusal: cancelling a withdrawal was refused: the withdrawal was not waiting any more, or it was somebody else’s (not_cancellable)',
  ]);
  const { out } = await run('withdrawals', 'list', '--status', 'rejected');
  expect(out).toContain('cancelled');
});

test('"my friend does not count": friends, their watched clips, and pending rewards', async () => {
  const { domain } = server;
  const inviter = await server.user({ username: 'Ines' });
  const friend = await domain.user({ username: 'Bela', inviters: [inviter.userId] });
  await domain.pool.query(
    `insert into coming_reward (user_id, op, idempotency_key, friend_id, amount, detail, created_at)
     values ($1, 'invite', 'friend', $2, 10000, '', $3)`,
    [inviter.userId, friend.userId, domain.now()],
  );
  await domain.pool.query(
    `insert into outbox_dead (user_id, op, idempotency_key, amount, detail, created_at, failed_at, error)
     values ($1, 'invite', 'x', 20000, '', $2, $2, 'e')`,
    [inviter.userId, domain.now()],
  );
  await domain.pool.query('update progress set videos = 1 where user_id = $1', [friend.userId]);
  expect((await told('ines')).slice(2)).toEqual([
    'friend: Bela registered as a friend, and has watched 1 clip so far',
    expect.stringMatching(
      /^on its way: 2\.0000 \(friend invited\) could not be credited; to try again: outbox retry \d+$/,
    ),
    'on its way: 1.0000 (friend invited) waits until Bela has watched enough clips; 1 clip so far',
  ]);
  expect((await told('bela'))[0]).toBe('account: the user registered, invited by Ines');
});

test('--json has each line’s time, kind, amount and text; each line is on one page', async () => {
  const { userId } = await server.domain.user({ username: 'Many' });
  await server.domain.pool.query(
    `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail, created_at)
     select $1, n, 'video', n, 'rewards', 'available', 500, 'Clip', '2026-03-05T12:00:00Z'
     from generate_series(1, 201) as n`,
    [userId],
  );
  const day = ['--since', '2026-03-05', '--until', '2026-03-05'];
  const pages = [];
  for (const page of ['1', '2', '3']) {
    const { out } = await run('users', 'timeline', 'many', ...day, '--page', page, '--json');
    pages.push(JSON.parse(out));
  }
  expect(pages.map(({ list, page, more }) => [list.length, page, more])).toEqual([
    [100, 1, true],
    [100, 2, true],
    [1, 3, false],
  ]);
  const { out } = await run('users', 'timeline', 'many', ...day);
  const [, key] =
    /^there are more rows: --after (\d+-100)$/.exec(out.split('\n').at(-1) ?? '') ?? [];
  const byKey = [
    JSON.parse(
      (await run('users', 'timeline', 'many', ...day, '--after', key ?? '', '--json')).out,
    ),
  ];
  byKey.push(
    JSON.parse(
      (await run('users', 'timeline', 'many', ...day, '--after', byKey[0].next, '--json')).out,
    ),
  );
  expect(byKey.map(({ list }) => list)).toEqual(pages.slice(1).map(({ list }) => list));
  expect(byKey[1].more).toBe(false);
  const { out: whole } = await run('users', 'timeline', 'many', ...day, '--json');
  expect(JSON.parse(whole)[0]).toEqual({
    at: '2026-03-05T12:00:00.000Z',
    kind: 'entry',
    amount: '0.0500',
    what: '0.0500 was credited: clip watched "Clip"',
  });
  const next = ['--since', '2026-03-06', '--until', '2026-03-06'];
  expect((await run('users', 'timeline', 'many', ...next)).out).toBe(
    'no event is known of these days',
  );
});

test.each([
  [['nobody', '--since', '2026-03-01'], 1, 'there is no user "nobody"'],
  [
    ['many', '--since', '2026-02-30'],
    2,
    '--since must be a day such as 2026-03-31, not "2026-02-30"',
  ],
  [
    ['many', '--since', '2026-03-02', '--until', '2026-03-01'],
    2,
    '--until 2026-03-01 is before --since 2026-03-02',
  ],
  [['many', ...SINCE, '--page', '0'], 2, '--page must be a whole number from 1 to 999999, not "0"'],
  [
    ['many', ...SINCE, '--page', '11'],
    2,
    '--page must be at most 10: for later pages give --after with the KEY of the page before',
  ],
  [
    ['many', ...SINCE, '--after', '1767225600000000-7'],
    2,
    '--after must be the KEY that the previous page of the same days printed, not "1767225600000000-7"',
  ],
  [['many'], 2, expect.stringMatching(/^--since is missing\nUsage:\n/)],
  [['many', 'more', ...SINCE], 2, expect.stringMatching(/^wrong number of words\nUsage:\n/)],
])('users timeline %j is refused', async (words, status, err) => {
  expect(await run('users', 'timeline', ...words)).toEqual({ status, out: '', err });
});

test('a timeline reads entries, watches and refusals by indexes', async () => {
  const { userId } = await server.domain.user();
  const selection = { from: new Date('2026-03-01'), to: null, page: 1, after: null, limit: 100 };
  const texts = await plansOf(server.domain.pool, (db) =>
    readTimeline(db, userId, selection, server.domain.now()),
  );
  const plans = texts.flatMap((text) => text.split('\n'));
  expect(plans.filter((line) => line.includes('Seq Scan'))).toEqual([]);
  for (const table of ['transfer', 'watched', 'served', 'refused_call', 'audit']) {
    expect(plans.some((line) => line.includes('Scan') && line.includes(` on ${table} `))).toBe(
      true,
    );
  }
});
