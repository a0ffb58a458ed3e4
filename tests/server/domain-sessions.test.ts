import { expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { isKnownDevice, rememberDevice } from '../../server/domain/devices.ts';
import { findSession, openSession, updateFcmToken } from '../../server/domain/sessions.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { domain, login, register, setUpAccounts } from './accounts.setup.ts';

setUpAccounts();

const sessionCode = (token: string) =>
  findSession(domain.context(), token).then(
    () => 'alive',
    (error: { code?: number }) => error.code,
  );

test('a session in constant use ends after session.longest_days, by default 90', async () => {
  const { token } = await register();
  const useFor = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      expect(await sessionCode(token)).toBe('alive');
      domain.advance(DAY - SECOND);
    }
  };
  await useFor(90);
  expect(await sessionCode(token)).toBe('alive');
  domain.advance(90 * SECOND);
  expect(await sessionCode(token)).toBe(401);

  await domain.configure({ 'session.longest_days': '1' });
  const kept = await checkIn(domain.context(), null, login({ keep: true }));
  domain.advance(DAY - SECOND);
  expect(await sessionCode(kept.userInfo.token)).toBe('alive');
  domain.advance(SECOND);
  expect(await sessionCode(kept.userInfo.token)).toBe(401);
  await domain.configure({ 'session.longest_days': '90' });
});

test('using a session writes at most once an hour', async () => {
  const { token, id } = await register();
  const seen = async () =>
    (await domain.pool.query('select seen_at from session where user_id = $1', [id])).rows[0]
      .seen_at;
  const begun = domain.now();
  domain.advance(HOUR - 1);
  await findSession(domain.context(), token);
  expect(await seen()).toEqual(begun);
  domain.advance(1);
  await findSession(domain.context(), token);
  expect(await seen()).toEqual(domain.now());
});

test('the fifty last used sessions and devices of a user stay, the others are deleted', async () => {
  const { token, id } = await register();
  domain.advance(MINUTE);
  const other = await checkIn(domain.context(), null, login());
  const userId = BigInt(id);
  const logIn = async (device: string) => {
    domain.advance(2 * MINUTE);
    await openSession(domain.context(), userId, false);
    await rememberDevice(domain.pool, userId, device, domain.now());
  };
  const deviceOf = (index: number) => `device-${index}`;
  for (let index = 0; index < 49; index += 1) await logIn(deviceOf(index));
  expect([await sessionCode(token), await sessionCode(other.userInfo.token)]).toEqual([
    401,
    'alive',
  ]);
  await logIn(deviceOf(0));
  await logIn(deviceOf(49));
  expect(await sessionCode(other.userInfo.token)).toBe('alive');
  const known = (index: number) => isKnownDevice(domain.pool, userId, deviceOf(index));
  expect(await Promise.all([0, 1, 2, 49].map(known))).toEqual([true, true, true, true]);
  await logIn(deviceOf(50));
  expect(await Promise.all([0, 1, 2, 50].map(known))).toEqual([true, false, true, true]);
  const { rows } = await domain.pool.query(
    `select (select count(*)::int from session where user_id = $1) as sessions,
       (select count(*)::int from known_device where user_id = $1) as devices`,
    [id],
  );
  expect(rows).toEqual([{ sessions: 50, devices: 50 }]);
});

test('a push token belongs to the newest session that sent it', async () => {
  const first = await register();
  const { userInfo: second } = await checkIn(domain.context(), null, login());
  const tokens = async () =>
    (
      await domain.pool.query(
        'select fcm_token from session where user_id = $1 order by created_at, fcm_token nulls first',
        [first.id],
      )
    ).rows.map((row) => row.fcm_token);
  for (const { token } of [first, second]) {
    const caller = await findSession(domain.context(), token);
    await updateFcmToken(domain.context(), caller, { fcm_token: 'device' });
  }
  expect(await tokens()).toEqual([null, 'device']);
  const caller = await findSession(domain.context(), second.token);
  await updateFcmToken(domain.context(), caller, { fcm_token: '' });
  expect(await tokens()).toEqual([null, null]);
});

test('on a read-only standby a session is valid, but not prolonged', async () => {
  const { token } = await register();
  domain.advance(2 * HOUR);
  const standby = await domain.pool.connect();
  await standby.query('begin read only');
  const { userId } = await findSession({ ...domain.context(), db: standby }, token);
  await standby.query('rollback');
  standby.release();
  expect(userId).toEqual(expect.any(BigInt));
});
