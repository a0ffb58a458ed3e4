import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { diskStorage } from '../../server/media/disk.ts';
import { commands } from '../../server/operator/commands.ts';
import { disk } from '../../server/operator/payouts/disk.ts';
import { dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';
import { AGE, notes, quiet } from './operator-review.support.ts';
import { earn, payee, REVIEW } from './review.support.ts';

setUpOperator();

// the command line uses this machine's clock
beforeAll(() => domain.setNow(new Date()));
beforeEach(() => domain.configure(REVIEW));

const ask = async (user: Caller) =>
  String((await withdraw(domain.context(), user, { amount: '1' })).withdrawal.id);

/** Makes a member with 5.7500 who requests 1.0000. @returns the withdrawal's id */
async function asker(username: string, account = `${username}@mail.example`): Promise<string> {
  const user = await payee(domain, { username, account });
  await earn(domain, user, { new_user_reward: 10_000n, video: 45_000n, share_reward: 2_500n });
  return ask(user);
}

/** Makes a withdrawal in review. @returns its id */
async function waiting(username: string): Promise<string> {
  await domain.configure({ 'withdraw.review_signals': 'young_account' });
  const id = await asker(username);
  await domain.configure(REVIEW);
  return id;
}

test('a review has all findings with their figures, as JSON and as text', async () => {
  const id = await asker('maria');
  const at = domain.now().toISOString();
  expect((await json('withdrawals', 'review', id)).answer).toEqual({
    id: Number(id),
    username: 'maria',
    amount: '1.0000',
    step: 'pending',
    requested_at: at,
    ...{ review_due_at: null, held_until: null, needs_decision: false },
    registered_at: at,
    blocked_at: null,
    earned: [
      { source: 'clips', amount: '4.5000', percent: 78 },
      { source: 'registration', amount: '1.0000', percent: 18 },
      { source: 'shares', amount: '0.2500', percent: 4 },
    ],
    findings: [
      { name: 'young_account', raised: true, text: AGE },
      ...quiet.map(([name, text]) => ({ name, raised: false, text })),
    ],
    notes: notes.map(([about, text]) => ({ about, text })),
    at_request: [{ name: 'young_account', text: AGE }],
    who_they_are: [],
  });
  expect((await run(['withdrawals', 'review', id])).out).toBe(
    [
      `id: ${id}`,
      'username: maria',
      'amount: 1.0000',
      'step: pending',
      `requested_at: ${at}`,
      'review_due_at: -',
      ...['needs_decision: false', 'held_until: -'],
      `registered_at: ${at}`,
      'blocked_at: -',
      '',
      'Earned:',
      'source        amount  percent',
      'clips         4.5000  78',
      'registration  1.0000  18',
      'shares        0.2500  4',
      '',
      'Signals now:',
      `  young_account: ${AGE}`,
      '',
      'No signals:',
      ...quiet.map(([name, text]) => `  ${name}: ${text}`),
      '',
      'Also known, and no signal:',
      ...notes.map(([about, text]) => `  ${about}: ${text}`),
      '',
      'Signals when it was requested:',
      `  young_account: ${AGE}`,
    ].join('\n'),
  );
});

test('a review of an unknown withdrawal is refused', async () => {
  expect(await run(['withdrawals', 'review', '4711'])).toEqual({
    status: 1,
    out: '',
    err: 'there is no withdrawal 4711',
  });
});

test('present signals are shown beside the signals at the time of the request', async () => {
  const id = await asker('early', 'later@mail.example');
  await payee(domain, { username: 'second', account: 'later@mail.example' });
  await payee(domain, { username: 'third', account: 'later@mail.example' });
  const { answer } = await json('withdrawals', 'review', id);
  const raised = answer.findings.filter((found: { raised: boolean }) => found.raised);
  expect(raised.map(({ name }: { name: string }) => name)).toEqual([
    'young_account',
    'shared_account',
  ]);
  expect(answer.at_request).toEqual([{ name: 'young_account', text: AGE }]);
});

test('the list has the number of signals of pending withdrawals, and blocked users', async () => {
  const [open, paid] = [await asker('nina'), await asker('omar')];
  await run(['withdrawals', 'approve', paid]);
  await run(['users', 'block', 'nina']);
  const { answer } = await json('withdrawals', 'list');
  const seen = (id: string) => {
    const { signals, is_blocked } = answer.find((row: { id: number }) => row.id === Number(id));
    return { signals, is_blocked };
  };
  expect([seen(open), seen(paid)]).toEqual([
    { signals: 1, is_blocked: true },
    { signals: null, is_blocked: false },
  ]);
});

test('the list needs as many queries for many withdrawals as for one, without friends’ rewards', async () => {
  const list = commands.find(({ name }) => name === 'withdrawals list');
  const count = async () => {
    let queries = 0;
    const db = new Proxy(domain.pool, {
      get: (pool, name) => {
        if (name === 'query') queries += 1;
        const value = Reflect.get(pool, name);
        return typeof value === 'function' ? value.bind(pool) : value;
      },
    }) as Database;
    const place = { isEmbedded: false, publicUrl: null, dataDir: '', directory: '', disk };
    const media = diskStorage('');
    const context = { db, who: 'ann', now: domain.now(), media, ...place };
    await list?.run(context, { positionals: [], values: {} });
    return queries;
  };
  const before = await count();
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) await asker(name);
  expect(before).toBeGreaterThan(0);
  expect(await count()).toBe(before);
});

test('a withdrawal in review cannot be paid before its release', async () => {
  const id = await waiting('quentin');
  expect(await run(['withdrawals', 'approve', id])).toEqual({
    status: 1,
    out: '',
    err: `withdrawal ${id} is in review`,
  });
  const released = await json('withdrawals', 'release', id, '--as', 'ann');
  expect(released.answer).toMatchObject({ step: 'pending', review_due_at: null });
  expect((await run(['withdrawals', 'release', id])).err).toBe(`withdrawal ${id} is pending`);
  const log = (await json('audit', 'list', '--limit', '1')).answer;
  expect(log).toMatchObject([{ who: 'ann', action: 'withdrawals release', what: { words: [id] } }]);
  expect((await run(['withdrawals', 'approve', id])).status).toBe(0);
});

test('a review of a waiting member warns if the app names no contact', async () => {
  const id = await waiting('lost');
  const warning = 'support.contact is not set: the person gets no address for questions';
  expect((await run(['withdrawals', 'review', id])).out.endsWith(`\n\n${warning}`)).toBe(true);
  await domain.configure({ 'support.contact': 'help@clips.example' });
  expect((await run(['withdrawals', 'review', id])).out).not.toContain('support.contact');
  await domain.configure({ 'support.contact': '' });
});

test('a blocked user cannot be paid before the block ends, but a withdrawal can be rejected', async () => {
  const [first, second] = [await asker('sam'), await asker('tara')];
  await run(['users', 'block', 'sam']);
  await run(['users', 'block', 'tara']);
  expect(await run(['withdrawals', 'approve', first])).toEqual({
    status: 1,
    out: '',
    err: `withdrawal ${first} is of sam, who is blocked: unblock the user first, or reject the withdrawal`,
  });
  expect((await json('withdrawals', 'review', first)).answer.blocked_at).not.toBeNull();
  await run(['users', 'unblock', 'sam']);
  expect((await run(['withdrawals', 'approve', first])).status).toBe(0);
  expect((await run(['withdrawals', 'reject', second, '--reason', 'no'])).status).toBe(0);
});

test('an export leaves out withdrawals of blocked users and those in review, and lists them', async () => {
  await domain.pool.query("update withdrawal set method = 'elsewhere'");
  const uma = await waiting('uma');
  const vera = await asker('vera');
  await run(['users', 'block', 'vera']);
  await domain.configure({ 'review.account_hours': '0' });
  const out = join(dataDir, 'batch.csv');
  const order = [
    'payouts',
    'export',
    '--method',
    'paypal',
    '--format',
    'csv',
    '--out',
    out,
    '--yes',
  ];
  expect(await run(order)).toEqual({
    status: 1,
    out: '',
    err:
      'no request can be paid by paypal\n' +
      `left out, in review: 1: ${uma} "Somebody"\n` +
      `left out, of blocked users (unblock the users, or reject the requests): 1: ${vera} "Somebody"`,
  });
  await asker('wim');
  const { answer } = await json(...order);
  expect(answer).toMatchObject({
    payments: 1,
    left_out: { in_review: [Number(uma)], of_blocked_users: [Number(vera)], beyond_limit: [] },
  });
});
