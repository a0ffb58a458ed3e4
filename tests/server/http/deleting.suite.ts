import { describe, expect, test } from 'vitest';
import { columnsContaining } from '../erased.support.ts';
import { Client } from './client.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { addPayoutMethod, preparePayout } from './payout.ts';
import type { TestServer } from './server.ts';

const PASSWORD = 'seven green lanterns';
const WINDOW_MS = 15 * 60_000;

let serial = 0;

/** Registers a member. @returns also a function that registers the same name and e-mail again */
async function person(server: () => TestServer) {
  serial += 1;
  const username = `deleting_${serial}`;
  const form = { tab: 'register', username, email: `${username}@mail.example` } as const;
  const register = () =>
    expectAnswer(server().visitor(), 'checkIn', { ...form, password: PASSWORD });
  const { userInfo } = await register();
  if (!userInfo.token) throw new Error('nobody');
  const mine = new Client(server().url, userInfo.token);
  return { id: userInfo.id, username, mine, register };
}

const codeOf = async (client: Client) => (await client.send('info')).envelope.code;

export function deletingCalls(server: () => TestServer): void {
  describe('deleteAccount', () => {
    deleting(server);
    refusing(server);
  });
}

function deleting(server: () => TestServer): void {
  test('states the losses, then erases the account, whose name is free again', async () => {
    const { id, username, mine, register } = await person(server);
    await expectAnswer(mine, 'handleLoginReward');
    const { userId } = await server().user({ inviters: [BigInt(id)] });
    await server().domain.pool.query(
      `insert into coming_reward (user_id, op, idempotency_key, friend_id, amount, detail, created_at)
       values ($1::bigint, 'invite', 'friend:' || $2::bigint, $2::bigint, 2500, '', now())`,
      [id, userId],
    );
    const lost = { balance: '1.0000', coming: '0.2500', friends: 1, held: null };
    expect(await expectAnswer(mine, 'deletion')).toEqual(lost);
    const logged = server().logLines.length;
    expect(await expectAnswer(mine, 'deleteAccount', { password: PASSWORD })).toEqual({});
    expect(await codeOf(mine)).toBe(401);
    // repeated after a lost answer, the call is answered like any call without a session
    expect((await mine.send('deleteAccount', { password: PASSWORD })).envelope.code).toBe(401);
    expect(await columnsContaining(server().domain.pool, [username])).toEqual([]);
    expect(server().logLines.slice(logged).join()).not.toContain(username);
    const { rows } = await server().domain.pool.query(
      `select action, what from audit where who = $1 order by audit_id`,
      [`user ${id}`],
    );
    expect(rows).toEqual([{ action: 'account deleted', what: { user_id: id } }]);
    const login = { tab: 'login', username, password: PASSWORD } as const;
    await expectRefusal(server().visitor(), 'checkIn', login, 'invalid_credentials');
    const nameless = { tab: 'login', username: `deleted ${id}`, password: PASSWORD } as const;
    await expectRefusal(server().visitor(), 'checkIn', nameless, 'invalid_credentials');
    expect((await register()).userInfo.id).not.toBe(id);
  });
}

function refusing(server: () => TestServer): void {
  test('requires the password, and counts wrong ones', async () => {
    const { mine } = await person(server);
    await expectRefusal(mine, 'deleteAccount', { password: 'wrong' }, 'invalid_credentials');
    await server().domain.configure({ 'limit.login_attempts': '2' });
    await expectRefusal(mine, 'deleteAccount', { password: 'wrong' }, 'invalid_credentials');
    const wait = { retry_after: expect.any(Number) };
    await expectRefusal(mine, 'deleteAccount', { password: PASSWORD }, 'too_many_attempts', wait);
    await server().domain.configure({ 'limit.login_attempts': '10' });
    server().domain.advance(WINDOW_MS);
    expect(await codeOf(mine)).toBe(1);
  });

  test('is refused while a withdrawal is in process', async () => {
    await addPayoutMethod(server().domain).catch(() => {});
    const { mine } = await person(server);
    await preparePayout({ client: mine });
    const { withdrawal } = await expectAnswer(mine, 'withdraw', { amount: '1' });
    expect(await expectAnswer(mine, 'deletion')).toMatchObject({ held: '1.0000' });
    await expectRefusal(mine, 'deleteAccount', { password: PASSWORD }, 'pending_exists');
    await expectAnswer(mine, 'cancelWithdrawal', { id: withdrawal.id });
    await expectAnswer(mine, 'deleteAccount', { password: PASSWORD });
  });
}
