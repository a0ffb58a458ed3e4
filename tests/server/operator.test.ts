import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openWithDemo } from '../../server/demo/open.ts';
import { CLIP, dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';
import { addGcash, requestWithdrawal } from './payout.support.ts';

setUpOperator();

test('config: lists every key with its meaning, sets and gets values, and refuses invalid ones', async () => {
  const { answer } = await json('config', 'list');
  expect(answer[0]).toEqual({
    key: 'product.name',
    value: 'Clipurse',
    default: 'Clipurse',
    type: 'text',
    meaning: 'the name of the product that people see',
    texts: {},
  });
  expect(await run(['config', 'set', 'video.reward', '0.25'])).toEqual({
    status: 0,
    out: 'video.reward = 0.25 USD',
    err: '',
  });
  expect(await run(['config', 'get', 'video.reward'])).toEqual({ status: 0, out: '0.25', err: '' });
  expect(await run(['config', 'set', 'rates.INR', '88.5'])).toMatchObject({ status: 0 });
  expect((await json('config', 'get', 'rates.INR')).answer).toMatchObject({ value: '88.5' });
  expect(await run(['config', 'set', 'video.reward', 'lots'])).toEqual({
    status: 1,
    out: '',
    err: 'video.reward: must be a number with at most 4 places',
  });
  expect(await run(['config', 'get', 'video.colour'])).toEqual({
    status: 1,
    out: '',
    err: 'video.colour: no such key',
  });
});

test('wrong usage ends with status 2, names the mistake and prints the right usage', async () => {
  const cases = [
    [[], 'Usage'],
    [['nonsense'], 'unknown command "nonsense"'],
    [['withdrawals', 'pay'], 'withdrawals approve ID'],
    [['withdrawals', 'approve'], 'withdrawals approve ID'],
    [['withdrawals', 'approve', 'x'], 'ID must be a positive whole number'],
    [['withdrawals', 'reject', '1'], '--reason is missing'],
    [['withdrawals', 'reject', '1', '--reason', ' '], '--reason must have 1 to 500 characters'],
    [
      ['withdrawals', 'reject', '1', '--reason', 'x'.repeat(501)],
      '--reason must have 1 to 500 characters',
    ],
    [
      ['withdrawals', 'list', '--status', 'lost'],
      '--status must be one of pending, paid, rejected',
    ],
    [['ledger', 'verify', '--fast'], 'ledger verify has no option --fast\nUsage:'],
    [['videos', 'list', '--page'], '--page needs a value'],
    [['videos', 'list', '--sum=1'], '--sum takes no value\nUsage:'],
    [['audit', 'list', '--limit', '5', '--limit', '6'], '--limit is given twice'],
    [['ledger', 'verify', '--json', '--json'], '--json is given twice'],
    [['videos', 'add'], 'name at least one file'],
    [['videos', 'add', CLIP, CLIP, '--title', 'T'], '--title works with one file only'],
    [['ads', 'add', CLIP, '--title', 'T'], '--target-url is missing'],
    [['videos', 'add', CLIP, '--title', 'T', '--reward', '1e3'], '--reward must be an amount'],
    [['videos', 'add', CLIP, '--title', 'T', '--watch-seconds', '1.5'], '--watch-seconds must be'],
    [['ads', 'add', CLIP, '--title', 'T', '--target-url', 'here'], '--target-url must be'],
  ] as const;
  for (const [argv, message] of cases) {
    const { status, out, err } = await run(argv);
    expect({ argv, status, text: out + err }).toEqual({
      argv,
      status: 2,
      text: expect.stringContaining(message),
    });
  }
});

test('help has --limit for the lists that take it', async () => {
  const limited = ', or the number in --limit';
  expect((await run(['help', 'audit', 'list'])).out).toContain(limited);
  const { out } = await run(['help', 'videos', 'list']);
  expect(out).toContain('a page has 100 rows)');
  expect(out).not.toContain(limited);
});

test('help after a command names the command, and does not run it', async () => {
  const about = async (...argv: string[]) => {
    const { status, out, err } = await run(argv);
    const calls = out.match(/(?<=^ {2}npm run -s operator -- )\w+ [\w-]+/gm);
    return { status, err, calls };
  };
  const set = { status: 0, err: '', calls: ['config set'] };
  expect(await about('config', 'set', 'product.name', 'None', '--help')).toEqual(set);
  expect(await about('help', 'config', 'set')).toEqual(set);
  const group = ['config list', 'config get', 'config set'];
  expect(await about('config', '--help')).toEqual({ status: 0, err: '', calls: group });
  const { calls } = await about('--help');
  expect(calls?.length).toBeGreaterThan(40);
  expect(await about('config', 'get', '--', '--help')).toMatchObject({ status: 1 });
});

test('withdrawals: are listed with the account’s end, and approved or rejected once', async () => {
  await addGcash(domain);
  await domain.configure({ 'reward.download_app': '10' });
  const ids: number[] = [];
  for (const username of ['maria', 'jose']) {
    const user = await domain.user({ username });
    ids.push(await requestWithdrawal(domain, user, '5'));
  }
  const [first, second] = ids.map(String) as [string, string];
  const { answer } = await json('withdrawals', 'list', '--status', 'pending');
  expect(answer).toHaveLength(2);
  expect(answer[0]).toEqual({
    id: Number(first),
    username: 'maria',
    amount: '5.0000',
    ...{ currency: 'USD', pays: null, pay_rate: null },
    local_amount: '5.00',
    local_currency: 'USD',
    country: 'PH',
    method: 'gcash',
    account_type: 'phone',
    recipient_name: 'Maria Cruz',
    account: '…4567',
    status: 'pending',
    step: 'pending',
    review_due_at: null,
    ...{ held_until: null, needs_decision: false },
    payout_reference: null,
    prepared_by: null,
    cancelled: false,
    is_blocked: false,
    signals: 0,
    reason: null,
    created_at: domain.now().toISOString(),
    settled_at: null,
  });
  expect((await run(['withdrawals', 'list'])).out).toContain(' …4567 ');
  expect((await json('withdrawals', 'approve', first)).answer).toMatchObject({ status: 'paid' });
  expect(
    (await json('withdrawals', 'reject', second, '--reason', 'wrong name')).answer,
  ).toMatchObject({ status: 'rejected', reason: 'wrong name' });
  expect(await run(['withdrawals', 'approve', second])).toEqual({
    status: 1,
    out: '',
    err: `withdrawal ${second} is rejected already`,
  });
  expect(await run(['withdrawals', 'approve', '999'])).toEqual({
    status: 1,
    out: '',
    err: 'there is no withdrawal 999',
  });
  expect((await run(['withdrawals', 'list', '--status', 'pending'])).out).toBe('no withdrawals');
});

test('ledger verify: status 0 and the figures for a correct ledger, otherwise status 1 and the differences', async () => {
  expect(await json('ledger', 'verify')).toMatchObject({
    status: 0,
    answer: { ok: true, payouts: '5.0000', held: '0.0000', differences: [] },
  });
  await domain.pool.query(
    `update wallet set available = available + 1, credited = credited + 1
     where user_id = (select user_id from account where username = 'maria')`,
  );
  const { status, answer } = await json('ledger', 'verify');
  expect({ status, ok: answer.ok, lines: answer.differences.length }).toEqual({
    status: 1,
    ok: false,
    lines: 2,
  });
});

test('demo seed adds the demo once', async () => {
  const first = (await json('demo', 'seed')).answer;
  expect(Object.values(first).every((added) => Number(added) > 0)).toBe(true);
  expect((await json('demo', 'seed')).answer).toEqual({
    settings: 0,
    rates: 0,
    methods: 0,
    videos: 0,
    ads: 0,
  });
});

test('commands without a running server start the embedded database, and stop it again', async () => {
  const folder = join(dataDir, 'embedded');
  // a server has run in the folder before
  await (await openWithDemo({ databaseUrl: null, dataDir: folder, log: () => {} })).close();
  const env = { DATABASE_URL: undefined, DATA_DIR: folder };
  const first = await run(['config', 'set', 'video.reward', '0.7'], env);
  expect(first).toMatchObject({ status: 0, out: 'video.reward = 0.7 USD' });
  expect(await run(['config', 'get', 'video.reward'], env)).toEqual({
    status: 0,
    out: '0.7',
    err: '',
  });
});

test('a bad environment or an unreachable database is reported in one line, with status 1', async () => {
  expect(await run(['config', 'list'], { PORT: 'x' })).toEqual({
    status: 1,
    out: '',
    err: 'PORT must be a number from 0 to 65535',
  });
  expect(await run(['config', 'list'], { DATABASE_URL: 'postgres://a@127.0.0.1:1/b' })).toEqual({
    status: 1,
    out: '',
    err: 'the database cannot be used: connect ECONNREFUSED 127.0.0.1:1',
  });
});

test.each([
  [['config', 'set', 'product.name', 'Read by nobody'], 0],
  [['users', 'show', 'nobody'], 1],
  [['users', 'show'], 2],
])('the program, %j, keeps its status %i if its output is closed', async (argv, status) => {
  const main = join(import.meta.dirname, '../../server/operator/main.ts');
  const env = { ...process.env, DATABASE_URL: domain.url, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [main, ...argv], { env });
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await once(child, 'close')).toEqual([status, null]);
  await domain.settings.refresh();
  expect(domain.settings.get('product.name')).toBe('Read by nobody');
});

test('the program prints one document on standard output, and exits with the status', async () => {
  const main = join(import.meta.dirname, '../../server/operator/main.ts');
  const env = { ...process.env, DATABASE_URL: domain.url, DATA_DIR: dataDir };
  const program = promisify(execFile);
  const { stdout, stderr } = await program(process.execPath, [main, 'videos', 'list', '--json'], {
    env,
  });
  expect({ list: Array.isArray(JSON.parse(stdout)), stderr }).toEqual({ list: true, stderr: '' });
  const failed = await program(process.execPath, [main, 'users', 'show', 'nobody'], { env }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(failed).toMatchObject({ code: 1, stdout: '', stderr: 'there is no user "nobody"\n' });
});

test('a refusal prints no control characters to the terminal', async () => {
  expect(await run(['users', 'show', 'bo\u001b[2Keve\u202e'])).toMatchObject({
    status: 1,
    err: 'there is no user "bo\\u{1b}[2Keve\\u{202e}"',
  });
});
