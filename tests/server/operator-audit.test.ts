import { beforeAll, expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { optionsOf } from '../../server/operator/command.ts';
import { commands } from '../../server/operator/commands.ts';
import { loginForm, registerForm } from './forms.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';
import { addGcash, GCASH, requestWithdrawal } from './payout.support.ts';
import { refusalOf } from './support.ts';

setUpOperator();
beforeAll(() => addGcash(domain));

/** Reads the newest entries, without the fields that differ in each test. */
async function newest(count: number) {
  const { answer } = await json('audit', 'list', '--limit', String(count));
  return answer.map(({ who, action, what, reason }: Record<string, unknown>) => ({
    who,
    action,
    what,
    reason,
  }));
}

const entries = async () => (await json('audit', 'list', '--limit', '100000')).answer.length;

test('every command except these counts as a change, which is logged', () => {
  const looking = commands.filter(({ changes }) => !changes).map(({ name }) => name);
  expect(looking.sort()).toEqual([
    'ads list',
    'audit list',
    'backup',
    'config get',
    'config list',
    'database distribute',
    'funding show',
    'keys list',
    'ledger verify',
    'marketing list',
    'methods list',
    'money report',
    ...['objections list', 'objections show'],
    'outbox list',
    ...['pages list', 'pages show'],
    'payouts list',
    'payouts show',
    ...['rates list', 'reports list', 'reports show'],
    'users collisions',
    'users find',
    'users list',
    'users timeline',
    ...['videos list', 'videos show', 'videos stats'],
    'withdrawals list',
    'withdrawals review',
  ]);
});

test('an entry has who, what, the value before, and why', async () => {
  const { userId } = await domain.user({ username: 'Amira' });
  await run(['config', 'set', 'video.daily_limit', '30', '--as', ' Bo ']);
  await run(['ledger', 'correct', 'amira', '1', '--reason', 'A mistake', '--as', 'CHI']);
  await run(['users', 'block', 'amira', '--as', 'bo']);
  await run(['users', 'unblock', 'amira', '--as', 'bo']);
  const what = { words: ['amira'], user_id: Number(userId) };
  expect(await newest(4)).toEqual([
    {
      who: 'bo',
      action: 'config set',
      what: { words: ['video.daily_limit', '30'], before: '20' },
      reason: null,
    },
    { who: 'chi', action: 'ledger correct', what: { words: ['amira', '1'] }, reason: 'A mistake' },
    { who: 'bo', action: 'users block', what, reason: null },
    { who: 'bo', action: 'users unblock', what, reason: null },
  ]);
});

test('every command that changes something takes a reason; a command that only reads takes none', async () => {
  for (const command of commands) {
    expect(Object.keys(optionsOf(command)).includes('reason'), command.name).toBe(
      command.changes === true,
    );
  }
  const { userId } = await domain.user({ username: 'Suspect' });
  await run(['users', 'block', 'suspect', '--reason', 'Rewards of a script', '--as', 'bo']);
  await run(['config', 'set', 'video.daily_limit', '20', '--reason', 'As before', '--as', 'bo']);
  expect(await newest(2)).toEqual([
    {
      who: 'bo',
      action: 'users block',
      what: { words: ['suspect'], user_id: Number(userId) },
      reason: 'Rewards of a script',
    },
    {
      who: 'bo',
      action: 'config set',
      what: { words: ['video.daily_limit', '20'], before: '30' },
      reason: 'As before',
    },
  ]);
  expect(await run(['config', 'list', '--reason', 'x'])).toMatchObject({ status: 2 });
  const help = { err: '', out: expect.stringContaining('takes --reason TEXT') };
  expect(await run(['help'])).toEqual({ status: 0, ...help });
  expect(await run(['--help'])).toEqual({ status: 0, ...help });
  expect(await run([])).toEqual({ status: 2, ...help });
});

test('the log does not have the code of a link to a new password', async () => {
  await domain.user({ username: 'Forgetful' });
  const { answer } = await json('users', 'reset-link', 'forgetful', '--as', 'bo');
  const [entry] = await newest(1);
  expect(entry).toMatchObject({ action: 'users reset-link', what: { words: ['forgetful'] } });
  const code = new URLSearchParams(new URL(answer.link).hash.slice(1)).get('code');
  expect(code).toMatch(/^[0-9a-f]{40}$/);
  expect(JSON.stringify(entry)).not.toContain(code);
});

test('without --as the system’s user is logged; an invalid name is wrong usage', async () => {
  await run(['config', 'set', 'video.daily_limit', '20']);
  const { userInfo } = await import('node:os');
  expect((await newest(1))[0].who).toBe(userInfo().username.toLowerCase());
  expect(await run(['config', 'set', 'video.daily_limit', '20', '--as', ' '])).toMatchObject({
    status: 2,
  });
});

test('a refused command changes nothing and adds no entry', async () => {
  const before = await entries();
  expect((await run(['config', 'set', 'video.daily_limit', 'lots'])).status).toBe(1);
  expect((await run(['withdrawals', 'approve', '4711'])).status).toBe(1);
  expect((await run(['ledger', 'correct', 'nobody', '1', '--reason', 'x'])).status).toBe(1);
  expect(await entries()).toBe(before);
});

test('failed log-ins, first payout accounts and changed payout accounts are logged', async () => {
  const { userInfo } = await checkIn(domain.context(), null, registerForm(1));
  const wrong = loginForm(1, { password: 'wrong' });
  await refusalOf(checkIn(domain.context(), null, wrong));
  const user = { userId: BigInt(userInfo.id), token: userInfo.token };
  await updateWdinfo(domain.context(), user, GCASH);
  await updateWdinfo(domain.context(), user, { ...GCASH, recipient_name: 'Maria C.' });
  await updateWdinfo(domain.context(), user, { ...GCASH, account: '09179998888' });
  expect(await newest(3)).toEqual([
    { who: 'somebody', action: 'login failed', what: { user_id: userInfo.id }, reason: null },
    {
      who: `user ${userInfo.id}`,
      action: 'first payout account',
      what: { after: 'gcash +6*******4567' },
      reason: null,
    },
    {
      who: `user ${userInfo.id}`,
      action: 'payout account changed',
      what: { before: 'gcash +6*******4567', after: 'gcash +6*******8888' },
      reason: null,
    },
  ]);
});

test('a list of the log has only the entries of an action, or all entries except those of an action', async () => {
  const actions = async (...options: string[]) => {
    const { answer } = await json('audit', 'list', ...options);
    return new Set(answer.map(({ action }: { action: string }) => action));
  };
  const all = await actions();
  expect(all).toContain('login failed');
  expect(await actions('--action', 'login failed')).toEqual(new Set(['login failed']));
  const others = new Set([...all].filter((action) => action !== 'login failed'));
  expect(await actions('--without', 'login failed')).toEqual(others);
});

test('the server’s role cannot change entries', async () => {
  for (const change of ["update audit set who = 'x'", 'delete from audit', 'truncate audit']) {
    await expect(domain.pool.query(change)).rejects.toThrow('permission denied');
  }
});

const LIMIT = 5;
test('a second operator who prepares a withdrawal again does not replace the first', async () => {
  await domain.configure({
    'reward.download_app': '100',
    'withdraw.second_approval_above': String(LIMIT),
  });
  const id = String(await requestWithdrawal(domain, await domain.user(), '50'));
  await run(['withdrawals', 'prepare', id, '--as', 'ann']);
  await run(['withdrawals', 'prepare', id, '--as', 'bo']);
  expect(await run(['withdrawals', 'approve', id, '--as', 'ann'])).toMatchObject({
    status: 1,
    err: `withdrawal ${id} needs two operators: one prepares it, another one approves it`,
  });
  expect((await run(['withdrawals', 'approve', id, '--as', 'bo'])).status).toBe(0);
  expect((await run(['withdrawals', 'prepare', id, '--as', 'bo'])).err).toBe(
    `withdrawal ${id} is paid already`,
  );
});

test('one operator who prepares and approves concurrently pays nothing', async () => {
  const id = String(await requestWithdrawal(domain, await domain.user(), '50'));
  const runs = Array.from({ length: 12 }, (_, index) =>
    run(['withdrawals', index % 2 ? 'approve' : 'prepare', id, '--as', 'ann']),
  );
  await Promise.all(runs);
  expect((await json('withdrawals', 'list', '--status', 'paid')).answer).not.toContainEqual(
    expect.objectContaining({ id: Number(id) }),
  );
  expect((await run(['withdrawals', 'reject', id, '--reason', 'no', '--as', 'ann'])).status).toBe(
    0,
  );
});
