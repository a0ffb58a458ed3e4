import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { resetPassword } from '../../server/domain/reset-links.ts';
import { findSession } from '../../server/domain/sessions.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { loginForm, registerForm } from './forms.ts';
import { dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';
import { refusalOf } from './support.ts';

setUpOperator();

const NEW = 'eleven paper boats';
const LINK = /^https:\/\/clips\.example\/reset#code=([0-9a-f]{40})$/;
let person = 0;

// the command line uses the real clock
beforeEach(() => domain.setNow(new Date(Date.now() - SECOND)));

async function register() {
  person += 1;
  const number = person;
  const { userInfo } = await checkIn(domain.context(), null, registerForm(number));
  const login = (password?: string) =>
    checkIn(domain.context(), null, loginForm(number, password ? { password } : {})).then(
      () => 'in',
      ({ reason }: { reason: string }) => reason,
    );
  const session = () =>
    findSession(domain.context(), userInfo.token).then(
      () => 'alive',
      ({ code }: { code: number }) => code,
    );
  return { ...userInfo, login, session };
}

async function linkFor(...words: string[]) {
  const { answer } = await json('users', 'reset-link', ...words);
  domain.setNow(new Date());
  const [, code = ''] = LINK.exec(answer.link) ?? [];
  const choose = (password: string) => resetPassword(domain.context(), null, { code, password });
  return { ...answer, code, choose };
}

test('users reset-link: the member sets a password, and old sessions end', async () => {
  const { username, login, session } = await register();
  const { code, choose, ...answer } = await linkFor(username.toUpperCase());
  expect(answer).toEqual({
    username,
    link: expect.stringMatching(LINK),
    expires_at: expect.any(String),
  });
  const left = Date.parse(answer.expires_at) - Date.now();
  expect(left > DAY - 10 * SECOND && left <= DAY).toBe(true);
  expect([await session(), await login()]).toEqual(['alive', 'in']);
  await choose(NEW);
  expect([await session(), await login(), await login(NEW)]).toEqual([
    409,
    'invalid_credentials',
    'in',
  ]);
  expect(await refusalOf(choose(NEW))).toEqual({ reason: 'link_over' });
});

test('users reset-link: a new link ends the earlier one', async () => {
  const { username, login } = await register();
  const [first, second] = [await linkFor(username), await linkFor(username)];
  expect(first.code).not.toBe(second.code);
  expect(await refusalOf(first.choose(NEW))).toEqual({ reason: 'link_over' });
  await second.choose(NEW);
  expect(await login(NEW)).toBe('in');
});

test('users reset-link --lock: the old password and the sessions end at once', async () => {
  const { username, login, session } = await register();
  const { choose } = await linkFor(username, '--lock');
  expect([await session(), await login()]).toEqual([409, 'invalid_credentials']);
  await choose(NEW);
  expect(await login(NEW)).toBe('in');
});

test('users reset-link: explains the link’s effect, and refuses an unknown or a blocked user', async () => {
  const { username } = await register();
  const say = async (...words: string[]) => (await run(['users', 'reset-link', ...words])).out;
  const [head, link, old] = (await say(username)).split('\n');
  expect(head).toMatch(`${username} chooses a new password here, once, until 20`);
  expect(link).toMatch(LINK);
  expect(old).toBe('The old password and the sessions stay valid until then.');
  expect(await say(username, '--lock')).toContain(
    '\nThe old password and all sessions have ended.',
  );
  expect(await run(['users', 'reset-link', 'nobody'])).toEqual({
    status: 1,
    out: '',
    err: 'there is no user "nobody"',
  });
  await run(['users', 'block', username]);
  expect(await run(['users', 'reset-link', username])).toEqual({
    status: 1,
    out: '',
    err: `${username} is blocked, and could not log in: unblock the user first`,
  });
  const nowhere = await run(['users', 'reset-link', username], {
    ...{ PUBLIC_URL: '', DATA_DIR: join(dataDir, 'nowhere') },
  });
  expect(nowhere).toMatchObject({
    status: 1,
    err: 'no server has started here yet: set PUBLIC_URL to the value of the server',
  });
});

test('a link ends when its member is blocked, and does not work after the block either', async () => {
  const { username, login } = await register();
  const { choose } = await linkFor(username);
  await run(['users', 'unblock', username]);
  await run(['users', 'block', username]);
  expect(await refusalOf(choose(NEW))).toEqual({ reason: 'link_over' });
  await run(['users', 'unblock', username]);
  expect(await refusalOf(choose(NEW))).toEqual({ reason: 'link_over' });
  expect(await login()).toBe('in');
  const other = await register();
  const kept = await linkFor(other.username);
  await run(['users', 'unblock', other.username]);
  await kept.choose(NEW);
  expect(await other.login(NEW)).toBe('in');
});

test('the log has the link and its use, and stores no secret', async () => {
  const { username, id } = await register();
  const { code, choose } = await linkFor(username, '--as', 'bo');
  const { rows } = await domain.pool.query(
    "select encode(code_hash, 'escape') || encode(code_hash, 'hex') as stored from reset_link",
  );
  expect(JSON.stringify(rows)).not.toContain(code);
  await choose(NEW);
  const entries = (await json('audit', 'list')).answer.slice(-2);
  expect(entries).toMatchObject([
    { who: 'bo', action: 'users reset-link', what: { words: [username], user_id: id } },
    { who: `user ${id}`, action: 'password reset', what: { user_id: id } },
  ]);
  for (const secret of [code, NEW]) expect(JSON.stringify(entries)).not.toContain(secret);
});

test('expired links are deleted', async () => {
  const { username } = await register();
  const { expires_at } = await linkFor(username);
  const left = async (after: number) => {
    await deleteExpired(domain.pool, new Date(Date.parse(expires_at) + after));
    const sql = 'select from reset_link where expires_at = $1';
    return (await domain.pool.query(sql, [expires_at])).rowCount;
  };
  expect([await left(0), await left(1)]).toEqual([1, 0]);
});
