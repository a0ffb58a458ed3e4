import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { SessionEnded } from '../../server/domain/context.ts';
import { openSession } from '../../server/domain/sessions.ts';
import { DAY } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { table } from './http/client.ts';
import { expectAnswer, expectRefusal } from './http/coverage.ts';
import { addPayoutMethod, INFO, preparePayout } from './http/payout.ts';
import { server, setUpServer } from './http/server.setup.ts';
import type { User } from './http/server.ts';
import { untilLockWait } from './support.ts';

const once = { 'idempotency-key': 'one' };
const WHOLE = { available: 500_000n, held: 0n, version: 1n };
const HELD = { available: 460_000n, held: 40_000n, version: 2n };

setUpServer();
beforeAll(() => addPayoutMethod(server.domain));
beforeEach(async () => {
  await server.domain.pool.query('truncate kept_answer');
  const reviewed = { 'withdraw.review_signals': '', 'review.account_hours': '24' };
  await server.domain.configure({ ...reviewed, 'reward.registration': '50' });
});
afterEach(async () => {
  expect((await verifyLedger(server.domain.pool)).differences).toEqual([]);
});

let people = 0;
/** A user with 50.00 and a payout account of their own. */
async function payee(info: Partial<typeof INFO> = {}): Promise<User> {
  people += 1;
  const user = await server.user({ keep: true });
  await preparePayout(user, { account: `49151${10_000_000 + people}`, ...info });
  return user;
}

async function walletOf({ userId }: User) {
  const { rows } = await server.domain.pool.query(
    'select available, held, version from wallet where user_id = $1',
    [userId],
  );
  return rows[0];
}

test.each([
  ['is pending', '', null],
  ['is reviewed first', 'young_account', 'in_review'],
])(
  'a withdrawal that %s is made once for its key, and each answer has the first one’s bytes',
  async (_, rule, step) => {
    await server.domain.configure({ 'withdraw.review_signals': rule });
    const user = await payee({ recipient_name: 'Anna "%s" É. 鯉 O’Neil' });
    const send = () => user.client.send('withdraw', { amount: '4' }, once);
    const together = await Promise.all(Array.from({ length: 8 }, send));
    // the answer has the withdrawal as the list shows it, and stays the same
    const { list } = await expectAnswer(user.client, 'withdrawals');
    server.domain.advance(DAY - 1);
    const texts = new Set([...together, await send()].map(({ text }) => text));
    const data = { withdrawal: list[0], balance: '46.0000' };
    expect([...texts].map((text) => JSON.parse(text))).toEqual([{ code: 1, msg: 'ok', data }]);
    expect(list[0]?.step).toBe(step ?? 'pending');
    expect(await walletOf(user)).toEqual(HELD);
  },
);

test('a withdrawal with an expired key, or with another key, is handled as a new request', async () => {
  const user = await payee();
  const ask = [user.client, 'withdraw', { amount: '4' }] as const;
  await expectAnswer(...ask, once);
  await expectRefusal(...ask, 'pending_exists', {}, { 'idempotency-key': 'two' });
  server.domain.advance(DAY);
  await expectRefusal(...ask, 'pending_exists', {}, once);
});

test('a withdrawal is refused if its key came with another body before', async () => {
  const user = await payee();
  await expectAnswer(user.client, 'withdraw', { amount: '4' }, once);
  await expectRefusal(user.client, 'withdraw', { amount: '5' }, 'idempotency_key_reused', {}, once);
  expect(await walletOf(user)).toEqual(HELD);
});

test('a withdrawal that finds another answer stored under its key is rolled back', async () => {
  const user = await payee();
  const { pool, now } = server.domain;
  let asked: ReturnType<typeof user.client.send> | undefined;
  await inTransaction(pool, async (db) => {
    await db.query(
      `insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
       values ($1, $2, 'one', '', '{}', $3)`,
      [user.userId, table.withdraw.path, new Date(now().getTime() + DAY)],
    );
    asked = user.client.send('withdraw', { amount: '4' }, once);
    await untilLockWait(pool, asked);
  });
  expect((await asked)?.envelope.data).toEqual({ reason: 'idempotency_key_reused' });
  expect(await walletOf(user)).toEqual(WHOLE);
});

test('no amount is held in another member’s session', async () => {
  const [user, other] = [await payee(), await payee()];
  const token = await openSession(server.domain.context(), other.userId, false);
  const caller = { userId: user.userId, token, isSessionUnchecked: true };
  const asked = withdraw(server.domain.context(), caller, { amount: '4' });
  await expect(asked).rejects.toEqual(new SessionEnded(401));
  expect(await walletOf(user)).toEqual(WHOLE);
});

/** Requests a withdrawal, and sets another payout account after the request has read the first. */
async function askWhileChanging(user: User, fields: object) {
  const { pool } = server.domain;
  let asked: ReturnType<typeof user.client.send> | undefined;
  await inTransaction(pool, async (db) => {
    await db.query('select from wallet where user_id = $1 for update', [user.userId]);
    asked = user.client.send('withdraw', { amount: '4', ...fields });
    await untilLockWait(pool, asked);
    await expectAnswer(user.client, 'updateWdinfo', { ...INFO, account: SHARED });
  });
  return (await asked)?.envelope.data;
}
const SHARED = '4915119999999';

test('a payout account that is set during a request is reviewed and paid', async () => {
  await payee({ account: SHARED });
  const rules = { 'withdraw.review_signals': 'shared_account', 'review.account_users': '1' };
  await server.domain.configure({ ...rules, 'withdraw.accounts_shared_max': '0' });
  const user = await payee();
  expect(await askWhileChanging(user, {})).toMatchObject({ withdrawal: { step: 'in_review' } });
  const { rows } = await server.domain.pool.query(
    'select account, signals from withdrawal where user_id = $1',
    [user.userId],
  );
  expect(rows).toMatchObject([{ account: expect.stringContaining(SHARED) }]);
  expect(JSON.stringify(rows[0].signals)).toContain('shared_account');
  expect(await walletOf(user)).toEqual(HELD);
});

test('a request that names the previous payout account is refused', async () => {
  await server.domain.configure({ 'withdraw.accounts_shared_max': '0' });
  const user = await payee();
  const { list } = await expectAnswer(user.client, 'wdinfo');
  const data = await askWhileChanging(user, { payee: list[0] });
  expect(data).toEqual({ reason: 'wdinfo_changed' });
  expect(await walletOf(user)).toEqual(WHOLE);
});

test('a change of payee waits for the request that pays to the payee', async () => {
  const { pool } = server.domain;
  const user = await payee();
  const changed = await inTransaction(pool, async (db) => {
    // the request waits here after it has read the payee
    await db.query('lock table withdrawal in share mode');
    const asked = user.client.send('withdraw', { amount: '4' });
    await untilLockWait(pool, asked);
    const change = user.client.send('updateWdinfo', { ...INFO, account: '4915119999998' });
    await untilLockWait(pool, change, 2);
    return [asked, change];
  });
  const answers = await Promise.all(changed);
  expect(answers.map(({ envelope }) => envelope.msg)).toEqual(['ok', 'ok']);
  const { rows } = await pool.query(
    `select right(paid.account, 4) as paid, right(info.account, 4) as now
     from withdrawal as paid join payout_info as info using (user_id) where user_id = $1`,
    [user.userId],
  );
  expect(rows).toEqual([{ paid: expect.not.stringMatching('9998'), now: '9998' }]);
});

/** Requests a withdrawal as a server of the previous version does: with the xmin of the payee's row. */
async function askAsBefore({ userId }: User, payeeXmin: string | null) {
  const { pool, now } = server.domain;
  const { rows } = await pool.query(
    `select refusal, is_stale, withdrawal_id is not null as is_held, balance
     from request_withdrawal($1, $2, 40000, 1, $3, false, false, '', '', null, null, null,
       null, false, '[]', null, null, false, '{"amount":"4"}', null, null, null, null, null, null)`,
    [userId, now(), payeeXmin],
  );
  return rows[0];
}

test('a server of the previous version holds an amount only for the account that it has read', async () => {
  const { pool } = server.domain;
  const user = await payee();
  const look = async () => {
    const { rows } = await pool.query<{ seen: string }>(
      'select xmin::text as seen from payout_info where user_id = $1',
      [user.userId],
    );
    return rows[0]?.seen ?? null;
  };
  const before = await look();
  await pool.query(`update payout_info set recipient_name = 'Bea' where user_id = $1`, [
    user.userId,
  ]);
  const stale = { refusal: null, is_stale: true, is_held: false, balance: null };
  expect(await askAsBefore(user, before)).toEqual(stale);
  expect(await askAsBefore(user, null)).toEqual(stale);
  expect(await walletOf(user)).toEqual(WHOLE);
  const held = { refusal: null, is_stale: false, is_held: true, balance: 460_000n };
  expect(await askAsBefore(user, await look())).toEqual(held);
  expect(await walletOf(user)).toEqual(HELD);
  expect(await askAsBefore(await server.user({ keep: true }), null)).toMatchObject({
    refusal: 'wdinfo_missing',
  });
});
