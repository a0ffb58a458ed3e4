import { expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { findSession, logout, updateFcmToken } from '../../server/domain/sessions.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { bank, login, register, setUpAccounts } from './accounts.setup.ts';

setUpAccounts();

const sessionCode = (token: string) =>
  findSession(bank.context(), token).then(
    () => 'alive',
    (error: { code?: number }) => error.code,
  );

test('a session lasts 24 hours, or 30 days when kept, from its last use', async () => {
  const short = await register();
  const long = await checkIn(bank.context(), null, login({ keep: true }));
  bank.pass(23 * HOUR);
  expect(await sessionCode(short.token)).toBe('alive');
  bank.pass(23 * HOUR);
  expect(await sessionCode(short.token)).toBe('alive');
  bank.pass(24 * HOUR);
  expect(await sessionCode(short.token)).toBe(401);
  bank.pass(27 * DAY);
  expect(await sessionCode(long.userInfo.token)).toBe('alive');
  bank.pass(30 * DAY - SECOND);
  expect(await sessionCode(long.userInfo.token)).toBe('alive');
  bank.pass(30 * DAY);
  expect(await sessionCode(long.userInfo.token)).toBe(401);
});

test('using a session writes at most once a minute', async () => {
  const { token, id } = await register();
  const seen = async () =>
    (await bank.pool.query('select seen_at from session where user_id = $1', [id])).rows[0].seen_at;
  const begun = bank.now();
  bank.pass(MINUTE - 1);
  await findSession(bank.context(), token);
  expect(await seen()).toEqual(begun);
  bank.pass(1);
  await findSession(bank.context(), token);
  expect(await seen()).toEqual(bank.now());
});

test('an ended session is 401, 409 or 303 by its reason', async () => {
  const { token, id } = await register();
  expect(await sessionCode('x'.repeat(43))).toBe(401);
  await bank.pool.query('update account set blocked_at = now() where user_id = $1', [id]);
  expect(await sessionCode(token)).toBe(409);
  await bank.pool.query('update account set blocked_at = null where user_id = $1', [id]);
  expect(await sessionCode(token)).toBe('alive');
  bank.pass(SECOND);
  await bank.pool.query('update account set password_changed_at = $2 where user_id = $1', [
    id,
    bank.now(),
  ]);
  expect(await sessionCode(token)).toBe(409);
  const again = await checkIn(bank.context(), null, login());
  expect(await sessionCode(again.userInfo.token)).toBe('alive');
  bank.pass(SECOND);
  await bank.configure({ 'session.not_before': bank.now().toISOString() });
  expect(await sessionCode(again.userInfo.token)).toBe(303);
});

test('logging out ends this session and no other', async () => {
  const first = await register();
  const { userInfo: second } = await checkIn(bank.context(), null, login());
  await logout(bank.context(), await findSession(bank.context(), first.token), {});
  expect([await sessionCode(first.token), await sessionCode(second.token)]).toEqual([401, 'alive']);
});

test('a push token belongs to the newest session that brought it', async () => {
  const first = await register();
  const { userInfo: second } = await checkIn(bank.context(), null, login());
  const tokens = async () =>
    (
      await bank.pool.query(
        'select fcm_token from session where user_id = $1 order by created_at, fcm_token nulls first',
        [first.id],
      )
    ).rows.map((row) => row.fcm_token);
  for (const { token } of [first, second]) {
    const caller = await findSession(bank.context(), token);
    await updateFcmToken(bank.context(), caller, { fcm_token: 'device' });
  }
  expect(await tokens()).toEqual([null, 'device']);
  const caller = await findSession(bank.context(), second.token);
  await updateFcmToken(bank.context(), caller, { fcm_token: '' });
  expect(await tokens()).toEqual([null, null]);
});
