import { argon2Sync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { domain, form, login, register, serial, setUpAccounts } from './accounts.setup.ts';
import { PASSWORD } from './forms.ts';
import { refusalOf } from './support.ts';

setUpAccounts();

test('a registration without a country gets the visitor’s country', async () => {
  const visitor = { address: '203.0.113.1', country: 'BR' };
  const { userInfo } = await checkIn(domain.context({ visitor }), null, form());
  expect(userInfo.country).toBe('BR');
});

test('twenty simultaneous registrations of one name make one account', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) => register({ password: `another-word-${at}` })),
  );
  const made = results.filter(({ status }) => status === 'fulfilled');
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.reason] : [],
  );
  expect({ made: made.length, reasons: new Set(reasons) }).toEqual({
    made: 1,
    reasons: new Set(['username_taken']),
  });
});

test('a registration whose answer was lost may be sent again for an hour, and logs in', async () => {
  const { id, token } = await register();
  for (const changes of [{}, { username: `ANNA_${serial}`, email: `ANNA${serial}@EXAMPLE.org` }]) {
    const again = await register(changes);
    expect(again.id).toBe(id);
    expect(again.token).not.toBe(token);
  }
  const taken = { reason: 'username_taken' };
  expect(await refusalOf(register({ password: 'not-the-same-word' }))).toEqual(taken);
  expect(await refusalOf(register({ email: 'other@example.org' }))).toEqual(taken);
  domain.advance(60 * 60 * 1_000);
  expect(await refusalOf(register())).toEqual(taken);
});

test('guessing a password by registering again is limited like guessing it by logging in', async () => {
  await domain.configure({ 'limit.login_attempts': '3' });
  await register();
  for (const word of ['first', 'second', 'third']) {
    await refusalOf(register({ password: `the-${word}-guess` }));
  }
  expect(await refusalOf(register())).toEqual({ reason: 'username_taken' });
});

test('an inviter is found by an invite code that a messenger has altered', async () => {
  const inviter = await register();
  const code = inviter.invite_code;
  for (const [index, text] of [`${code}.`, `${code.toLowerCase()}\u200b`].entries()) {
    const username = `Invited_${index}`;
    const email = `${username}@example.org`;
    const invited = await register({ username, email, invite_code: text });
    const { rows } = await domain.pool.query('select inviter_id from account where user_id = $1', [
      invited.id,
    ]);
    expect(rows).toEqual([{ inviter_id: BigInt(inviter.id) }]);
  }
});

test('a log-in replaces a password hash of lower cost; two log-ins at once both succeed', async () => {
  const { id } = await register();
  const [message, nonce] = [Buffer.from(PASSWORD), randomBytes(16)];
  const cheap = { memory: 8_192, passes: 1, parallelism: 1, tagLength: 32, message, nonce };
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const before = `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(argon2Sync('argon2id', cheap))}`;
  await domain.pool.query('update account set password_hash = $2 where user_id = $1', [id, before]);
  const enter = (changes = {}) => checkIn(domain.context(), null, login(changes));
  const hashOf = async () =>
    (await domain.pool.query('select password_hash from account where user_id = $1', [id])).rows[0]
      .password_hash;
  expect(await refusalOf(enter({ password: 'wrong' }))).toEqual({ reason: 'invalid_credentials' });
  expect(await hashOf()).toBe(before);
  const entered = await Promise.all([1, 2].map(() => enter()));
  expect(entered.map(({ userInfo }) => userInfo.id)).toEqual([id, id]);
  const after = await hashOf();
  expect(after).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await enter();
  expect(await hashOf()).toBe(after);
});
