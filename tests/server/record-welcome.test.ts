import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { table } from './http/client.ts';
import { expectAnswer, expectRefusal } from './http/coverage.ts';
import { server, setUpServer, walletOf } from './http/server.setup.ts';
import type { User } from './http/server.ts';
import { untilLockWait } from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const once = { 'idempotency-key': 'one' };
/** Characters that encoders of JSON write differently. */
const TITLE = '"Koi" \\ \b\t\n\f\r\u0001\u007f\u2028 /é鯉🐟';

setUpServer();
beforeEach(() => server.domain.pool.query('truncate kept_answer'));
afterEach(async () => {
  expect((await verifyLedger(server.domain.pool)).differences).toEqual([]);
});

/** A newcomer who has watched the landing page's clip. */
async function newcomer(): Promise<{ user: User; fields: { watch_ticket: string } }> {
  const { pool } = server.domain;
  await pool.query('truncate video restart identity');
  await server.domain.video({ title: TITLE });
  const inviter = await server.user();
  const { rows } = await pool.query('select invite_code from account where user_id = $1', [
    inviter.userId,
  ]);
  const { watch_ticket } = await expectAnswer(inviter.client, 'landing', rows[0]);
  server.domain.advance(5000);
  const user = await server.user({ keep: true, inviters: [inviter.userId] });
  return { user, fields: { watch_ticket } };
}

test('a welcome is given once for its key, and each answer has the first answer’s bytes', async () => {
  const { user, fields } = await newcomer();
  const created_at = server.domain.now().toISOString();
  const send = () => user.client.send('handleLoginReward', fields, once);
  const together = await Promise.all(Array.from({ length: 8 }, send));
  server.domain.advance(DAY_MS - 1);
  const texts = new Set([...together, await send()].map(({ text }) => text));
  const rewards = [
    { id: 1, type: 'new_user_reward', amount: '1.0000', created_at, detail: '' },
    { id: 2, type: 'video', amount: '0.1000', created_at, detail: TITLE },
  ];
  const data = { rewards, balance: '1.1000' };
  expect([...texts]).toEqual([JSON.stringify({ code: 1, msg: 'ok', data })]);
  expect(await walletOf(user)).toEqual({ available: 11_000n, debt: 0n, version: 2n });
});

test('an expired key can be used again, and the welcome reward is not given again', async () => {
  const { user, fields } = await newcomer();
  await expectAnswer(user.client, 'handleLoginReward', fields, once);
  server.domain.advance(DAY_MS);
  const answer = await user.client.send('handleLoginReward', fields, once);
  expect(answer.envelope.data).toEqual({ rewards: [], balance: '1.1000' });
  // the stored answer stays the same when the balance changes
  await expectAnswer(user.client, 'claimTask', { task: 'notification' });
  expect((await user.client.send('handleLoginReward', fields, once)).text).toBe(answer.text);
});

test('a welcome is refused if its key came with another body before', async () => {
  const { user, fields } = await newcomer();
  await expectAnswer(user.client, 'handleLoginReward', fields, once);
  const send = [user.client, 'handleLoginReward', {}] as const;
  await expectRefusal(...send, 'idempotency_key_reused', {}, once);
  expect(await expectAnswer(...send, { 'idempotency-key': 'two' })).toMatchObject({ rewards: [] });
});

test('a welcome that finds another answer stored under its key is rolled back', async () => {
  const { user, fields } = await newcomer();
  const { pool, now } = server.domain;
  const kept = new Date(now().getTime() + DAY_MS);
  let welcome: ReturnType<typeof user.client.send> | undefined;
  await inTransaction(pool, async (db) => {
    await db.query(
      `insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
       values ($1, $2, 'one', '', '{}', $3)`,
      [user.userId, table.handleLoginReward.path, kept],
    );
    welcome = user.client.send('handleLoginReward', fields, once);
    await untilLockWait(pool, welcome);
  });
  expect((await welcome)?.envelope.data).toEqual({ reason: 'idempotency_key_reused' });
  expect(await walletOf(user)).toEqual({ available: 0n, debt: 0n, version: 0n });
  await expectAnswer(user.client, 'handleLoginReward', fields);
});

test('a welcome repays a debt by one entry, after the entries of its rewards', async () => {
  const { user, fields } = await newcomer();
  const owed = { amount: -10_500n, reason: 'a test' };
  await correctBalance(server.domain.pool, user.userId, owed, server.domain.now());
  const { rewards, balance } = await expectAnswer(user.client, 'handleLoginReward', fields);
  expect([rewards.map(({ id }) => id), balance]).toEqual([[2, 3], '0.0500']);
  const { rows } = await server.domain.pool.query(
    `select version, op, idempotency_key, debit, credit, amount from transfer
     where user_id = $1 and version > 3`,
    [user.userId],
  );
  expect(rows).toEqual([
    {
      ...{ version: 4n, op: 'debt_repaid', idempotency_key: 'repaid:4' },
      ...{ debit: 'available', credit: 'debt', amount: 10_500n },
    },
  ]);
});

test('a welcome waits for another use of its ticket, and is refused', async () => {
  const { user, fields } = await newcomer();
  const { pool, now } = server.domain;
  const nonce = Buffer.from(fields.watch_ticket, 'base64url').subarray(24, 40);
  let welcome: ReturnType<typeof user.client.send> | undefined;
  await inTransaction(pool, async (db) => {
    await db.query('insert into watch_ticket_used (nonce, user_id, used_at) values ($1, 0, $2)', [
      nonce,
      now(),
    ]);
    welcome = user.client.send('handleLoginReward', fields);
    await untilLockWait(pool, welcome);
  });
  expect((await welcome)?.envelope.data).toEqual({ reason: 'invalid_watch_ticket' });
  expect(await walletOf(user)).toEqual({ available: 0n, debt: 0n, version: 0n });
});

test('a used ticket is refused before the funds are checked', async () => {
  const { user, fields } = await newcomer();
  const { pool, configure } = server.domain;
  const { rows } = await pool.query('select inviter_id from account where user_id = $1', [
    user.userId,
  ]);
  const other = await server.user({ inviters: [rows[0].inviter_id] });
  await expectAnswer(user.client, 'handleLoginReward', fields);
  await configure({ 'funding.enforce': 'true' });
  try {
    await expectRefusal(other.client, 'handleLoginReward', fields, 'invalid_watch_ticket');
    await expectRefusal(other.client, 'handleLoginReward', {}, 'paused_by_operator');
  } finally {
    await configure({ 'funding.enforce': 'false' });
  }
});

test('the inviter is notified on each device with a push token and an open session', async () => {
  const { pool } = server.domain;
  const inviter = await server.user();
  const sessions = [
    { hash: 'told', fcm: 'one', hours: 1 },
    { hash: 'quiet', fcm: null, hours: 1 },
    { hash: 'over', fcm: 'two', hours: 0 },
  ];
  for (const { hash, fcm, hours } of sessions) {
    await pool.query(
      `insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at, fcm_token)
       values ($1, $2, true, $3::timestamptz, $3, $3 + $4 * interval '1 hour', $5)`,
      [Buffer.from(hash), inviter.userId, server.domain.now(), hours, fcm],
    );
  }
  const friend = await server.user({ username: 'Maximilian_2', inviters: [inviter.userId] });
  await expectAnswer(friend.client, 'handleLoginReward');
  const { rows } = await pool.query(
    `select convert_from(session_hash, 'UTF8') as device, kind, occasion, detail from push
     where user_id = $1`,
    [inviter.userId],
  );
  const occasion = `friend:${friend.userId}`;
  expect(rows).toEqual([{ device: 'told', kind: 'friend_joined', occasion, detail: 'Ma***_2' }]);
});

test('a welcome of zero counts as given, and has no entry', async () => {
  const { user, fields } = await newcomer();
  await server.domain.configure({ 'reward.registration': '0', 'landing.watch_reward': '0' });
  expect(await expectAnswer(user.client, 'handleLoginReward', fields)).toEqual({
    rewards: [],
    balance: '0.0000',
  });
  await server.domain.configure({ 'reward.registration': '1', 'landing.watch_reward': '0.1' });
  expect(await expectAnswer(user.client, 'handleLoginReward', {})).toMatchObject({ rewards: [] });
  expect(await walletOf(user)).toEqual({ available: 0n, debt: 0n, version: 0n });
});
