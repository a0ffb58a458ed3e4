import { expect, test } from 'vitest';
import { type Database, inTransaction } from '../../server/database/database.ts';
import { checkIn } from '../../server/domain/accounts.ts';
import type { Context } from '../../server/domain/context.ts';
import { findSession, openSession } from '../../server/domain/sessions.ts';
import { addMilliseconds, SECOND } from '../../server/domain/time.ts';
import { loginForm, registerForm } from './forms.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';
import { runOperatorCommand } from './payouts.setup.ts';
import { untilLockWait } from './support.ts';

setUpOperator();

test('users: are shown by name or e-mail; a block ends the sessions for good', async () => {
  const user = await domain.user({ username: 'Blocky' });
  await domain.user({ username: 'Invited', inviters: [user.userId] });
  const token = await openSession(domain.context(), user.userId, true);
  const session = () =>
    findSession(domain.context(), token).then(
      () => 'alive',
      ({ code }: { code: number }) => code,
    );
  expect((await json('users', 'show', 'BLOCKY@example.org')).answer).toMatchObject({
    username: 'Blocky',
    balance: '0.0000',
    invited_by: null,
    friends: 1,
    blocked_at: null,
  });
  expect((await json('users', 'show', 'invited')).answer).toMatchObject({
    invited_by: 'Blocky',
    friends: 0,
  });
  await json('users', 'block', 'blocky');
  expect(await session()).toBe(409);
  await json('users', 'unblock', 'blocky');
  expect(await session()).toBe(401);
  const later = await openSession(domain.context(), user.userId, true);
  const entries = async () => (await json('audit', 'list', '--limit', '100000')).answer.length;
  const before = await entries();
  expect(await run(['users', 'unblock', 'BLOCKY'])).toEqual({
    status: 1,
    out: '',
    err: 'Blocky is not blocked',
  });
  expect(await entries()).toBe(before);
  expect(await findSession(domain.context(), later)).toMatchObject({ userId: user.userId });
  expect(await run(['users', 'block', 'nobody'])).toEqual({
    status: 1,
    out: '',
    err: 'there is no user "nobody"',
  });
});

test('users block: warns if the app names no contact', async () => {
  await domain.user({ username: 'Asking' });
  const warning = 'support.contact is not set: the person gets no address for questions';
  expect((await run(['users', 'block', 'asking'])).out.endsWith(`\n\n${warning}`)).toBe(true);
  await domain.configure({ 'support.contact': 'help@clips.example' });
  const again = (await run(['users', 'block', 'asking'])).out;
  expect(again).not.toContain('support.contact');
  expect(again).toContain('\nAsking was blocked already');
});

/** Makes a member. @returns `users reset-link --lock` at the registration's time, and a log-in */
async function lockable(person: number) {
  const { userInfo } = await checkIn(domain.context(), null, registerForm(person));
  const now = domain.now();
  const lock = (db: Database = domain.pool) =>
    runOperatorCommand(
      'users reset-link',
      { positionals: [userInfo.username], values: { lock: 'true' } },
      { now, pool: db as typeof domain.pool },
    );
  const login = (values: Partial<Context> = {}) =>
    checkIn(domain.context({ now: addMilliseconds(now, 1), ...values }), null, loginForm(person));
  return { lock, login };
}

const codeOf = (token: string) =>
  findSession(domain.context(), token).then(
    () => 'alive',
    ({ code }: { code: number }) => code,
  );

test('users reset-link --lock: ends a session that began with the old password while the command ran', async () => {
  const { lock, login } = await lockable(2);
  const [begun, running] = await inTransaction(domain.pool, async (db) => {
    const { userInfo } = await login({ db });
    const locking = lock();
    await untilLockWait(domain.pool, locking);
    return [userInfo.token, locking] as const;
  });
  await running;
  domain.advance(SECOND);
  expect(await codeOf(begun)).toBe(409);
});

test('users reset-link --lock: refuses a log-in that has checked the old password before the command', async () => {
  const { lock, login } = await lockable(3);
  let entering: Promise<string> | undefined;
  await inTransaction(domain.pool, async (db) => {
    await lock(db);
    entering = login().then(
      ({ userInfo }) => userInfo.token,
      ({ reason }: { reason: string }) => reason,
    );
    await untilLockWait(domain.pool, entering);
  });
  expect(await entering).toBe('invalid_credentials');
});
