import { beforeEach, expect, test } from 'vitest';
import { approveWithdrawal, rejectWithdrawal } from '../../server/domain/settlement.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { runOperator } from '../../server/operator/cli.ts';
import { idsByReason, linesOf } from '../../server/operator/payouts/excluded-requests.ts';
import { dataDir, domain, json, run } from './operator.setup.ts';
import {
  type Asked,
  addMethod,
  ask,
  file,
  inFolder,
  method,
  setUpBatch,
  setUpPayouts,
  stepsOf,
  written,
} from './payouts.setup.ts';

setUpPayouts();
setUpBatch();
// two people with one account are a signal for both
beforeEach(() => domain.configure({ 'review.account_users': '1' }));

const order = (...more: string[]) => [
  ...['payouts', 'export', '--method', method, '--format', 'csv', '--out', inFolder(file)],
  ...more,
];

/** Runs the command at a terminal. @param answer may change data, then returns the answer */
async function atTerminal(answer: () => Promise<string | null>, ...more: string[]) {
  const [out, err, asked]: [string[], string[], string[]] = [[], [], []];
  const env = { DATABASE_URL: domain.url, DATA_DIR: dataDir };
  const status = await runOperator(order(...more), env, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    progress: (text) => asked.push(text),
    ask: (question) => {
      asked.push(question);
      return answer();
    },
  });
  return { status, out: out.join('\n'), err: err.join('\n'), asked };
}

const batches = async () => (await json('payouts', 'list')).answer.length;
const entries = async () => (await json('audit', 'list', '--limit', '100000')).answer.length;

test('without a terminal an export needs --yes, else it books and writes nothing', async () => {
  const { id } = await ask(method, { account: 'yes1' });
  const before = [await batches(), await entries(), await written()];
  expect(await run(order())).toEqual({
    status: 1,
    out: '',
    err: 'nothing was done: the command cannot ask you without a terminal, so it needs --yes',
  });
  expect([await batches(), await entries(), await written()]).toEqual(before);
  expect(await stepsOf([id])).toEqual(['pending']);
  expect((await run(order('--yes'))).status).toBe(0);
  expect(await stepsOf([id])).toEqual(['processing']);
});

test('at a terminal an export shows its payments and asks before it books anything', async () => {
  const first = await ask(method, { account: 'seen1', amount: '3' });
  await approveWithdrawal(domain.pool, first.id, domain.now());
  const again = (await withdraw(domain.context(), first.user, { amount: '2.5' })).withdrawal.id;
  const high = (await ask(method, { account: 'seen2', amount: '40' })).id;
  const ids = [again, high];
  const before = [await batches(), await entries()];
  for (const answer of ['n', '', 'yesterday', null]) {
    const { status, out, err, asked } = await atTerminal(async () => answer);
    expect({ status, out, err }).toEqual({ status: 1, out: '', err: 'nothing was done' });
    expect(asked).toEqual([
      [
        'payments: 2',
        'currency: USD',
        'lowest: 2.5000',
        'highest: 40.0000',
        'sum: 42.5000',
        'to accounts never paid before: 1',
        'with signals: 0',
      ].join('\n'),
      'Export 2 requests? [y/N] ',
    ]);
  }
  expect([await batches(), await entries()]).toEqual(before);
  expect(await stepsOf(ids)).toEqual(['pending', 'pending']);
  const { status, out } = await atTerminal(async () => 'Y', '--json');
  expect({ status, ...JSON.parse(out) }).toMatchObject({
    status: 0,
    payments: 2,
    amount: '42.5000',
    lowest: '2.5000',
    highest: '40.0000',
    new_accounts: 1,
    with_signals: 0,
  });
  expect(await stepsOf(ids)).toEqual(['processing', 'processing']);
});

test('requests with signals are left out and listed, and exported if --with names them', async () => {
  const clear = (await ask(method, { account: 'clear' })).id;
  const [one, two] = [
    (await ask(method, { account: 'ring', name: 'Bo', amount: '6' })).id,
    (await ask(method, { account: 'ring', name: 'Chi', amount: '7' })).id,
  ];
  const { asked } = await atTerminal(async () => 'n');
  expect(asked[0]?.split('\n').at(-1)).toBe(
    'left out, signals (withdrawals review ID; --with ID,ID takes them): 2: ' +
      `${one} "Bo" shared_account; ${two} "Chi" shared_account`,
  );
  const { answer } = await json(...order('--yes', '--with', ` ${two},${clear}, ${two}`));
  expect(answer).toMatchObject({
    payments: 2,
    amount: '12.0000',
    new_accounts: 2,
    with_signals: 1,
    left_out: { signals: [one], gone: [], in_review: [] },
  });
  expect(await stepsOf([clear, one, two])).toEqual(['processing', 'pending', 'processing']);
  expect((await json('audit', 'list', '--limit', '1')).answer[0].what).toMatchObject({
    with: ` ${two},${clear}, ${two}`,
    payments: 2,
    with_signals: 1,
  });
});

test('a number in --with that is not pending for the method is refused with a reason', async () => {
  const { id } = await ask(method, { account: 'words' });
  await addMethod('other_way');
  const elsewhere = (await ask('other_way', { account: 'words2' })).id;
  const settled = (await ask(method, { account: 'words3' })).id;
  await rejectWithdrawal(domain.pool, settled, 'no', domain.now());
  for (const [named, status, err] of [
    ['999999', 1, 'there is no withdrawal 999999'],
    [
      `${id},${elsewhere}`,
      1,
      `withdrawal ${elsewhere} is to be paid by other_way, not by ${method}`,
    ],
    [`${settled}`, 1, `withdrawal ${settled} is rejected already`],
    ['1,x', 2, '--with must be numbers of withdrawals such as 12,15, not "1,x"'],
    ['', 2, '--with must be numbers of withdrawals such as 12,15, not ""'],
  ] as const) {
    expect(await run(order('--yes', '--with', named))).toEqual({ status, out: '', err });
  }
  expect(await stepsOf([id])).toEqual(['pending']);
});

test('requests that change during the question are left out, and no new request is taken', async () => {
  const asked: Asked[] = [];
  for (const account of ['stays', 'rejected', 'blocked', 'shared']) {
    asked.push(await ask(method, { account }));
  }
  const ids = asked.map(({ id }) => id);
  const [, rejected = 0, blocked = 0, shared = 0] = ids;
  let late = 0;
  const { status, out } = await atTerminal(async () => {
    late = (await ask(method, { account: 'late' })).id;
    await rejectWithdrawal(domain.pool, rejected, 'no', domain.now());
    await domain.pool.query('update account set blocked_at = now() where user_id = $1', [
      asked[2]?.user.userId,
    ]);
    await ask('other_way', { account: 'shared' });
    return 'yes';
  }, '--json');
  expect({ status, ...JSON.parse(out) }).toMatchObject({
    status: 0,
    payments: 1,
    amount: '5.0000',
    left_out: { gone: [rejected], of_blocked_users: [blocked], signals: [shared] },
  });
  expect(await stepsOf([...ids, late])).toEqual([
    ...['processing', 'rejected', 'pending', 'pending', 'pending'],
  ]);
});

test('nothing is booked if all requests change, or payouts are paused, during the question', async () => {
  const { id } = await ask(method, { account: 'paused' });
  const before = await batches();
  const paused = await atTerminal(async () => {
    await run(['config', 'set', 'payout.paused', 'true']);
    return 'y';
  });
  await run(['config', 'set', 'payout.paused', 'false']);
  expect(paused).toMatchObject({
    status: 1,
    err: 'payouts are paused (payout.paused): no new batch is made',
  });
  expect(await stepsOf([id])).toEqual(['pending']);
  const gone = await atTerminal(async () => {
    await rejectWithdrawal(domain.pool, id, 'no', domain.now());
    return 'y';
  });
  expect(gone).toMatchObject({
    status: 1,
    out: '',
    err:
      'none of the shown requests can be paid any more\n' +
      `left out, decided after they were shown: 1: ${id} "Ada Lovelace"`,
  });
  expect(await batches()).toBe(before);
});

test('a request whose account its method no longer accepts is left out and listed', async () => {
  const old = (await ask(method, { account: 'no iban' })).id;
  await domain.pool.query(
    `update payout_method set account_kind = 'iban', account_pattern = '^DE.+$' where method = $1`,
    [method],
  );
  const iban = (await ask(method, { account: 'DE89370400440532013000' })).id;
  const { answer } = await json(...order('--yes'));
  expect(answer).toMatchObject({ payments: 1, left_out: { not_of_method: [old] } });
  expect(await stepsOf([old, iban])).toEqual(['pending', 'processing']);
});

test('--limit counts exported requests only, and requests beyond it are reported', async () => {
  const ids = [];
  for (const account of ['ring2', 'ring2', 'one', 'two', 'three']) {
    ids.push((await ask(method, { account })).id);
  }
  const { answer } = await json(...order('--yes', '--limit', '2'));
  expect(answer.left_out).toMatchObject({ signals: ids.slice(0, 2), beyond_limit: ids.slice(4) });
  expect(await stepsOf(ids.slice(2))).toEqual(['processing', 'processing', 'pending']);
});

test('a line names at most twenty requests, and --json has the ids of all', () => {
  const all = Array.from({ length: 23 }, (_, at) => ({
    request: { withdrawal_id: BigInt(at + 1), recipient_name: 'Ada' },
    why: 'in_review' as const,
  }));
  expect(linesOf(all)[0]).toMatch(/^left out, in review: 23: 1 "Ada"; .*20 "Ada"; and 3 more$/);
  expect(idsByReason(all)).toMatchObject({ in_review: all.map((_, at) => at + 1), gone: [] });
});

test('the ledger verifies after all exported batches of this file', async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});
