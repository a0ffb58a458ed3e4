import { argon2Sync, createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkIn, info } from '../../server/domain/accounts.ts';
import { findSession } from '../../server/domain/sessions.ts';
import { domain, form, login, register, serial, setUpAccounts } from './accounts.setup.ts';
import { PASSWORD } from './forms.ts';
import { refusalOf } from './support.ts';

setUpAccounts();

test('registers: the answer is the user, with an empty wallet and a token that works', async () => {
  const userInfo = await register({ country: 'IN', language: 'hi' });
  expect(userInfo).toEqual({
    id: expect.any(Number),
    username: `Anna_${serial}`,
    email: `anna${serial}@example.org`,
    balance: '0.0000',
    local_amount: '0.00',
    local_currency: 'USD',
    country: 'IN',
    language: 'hi',
    invite_code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
    created_at: domain.now().toISOString(),
    token: expect.stringMatching(/^\d+-[\w-]{43}$/),
  });
  const caller = await findSession(domain.context(), userInfo.token);
  expect(await info(domain.context(), caller, {})).toEqual({ userInfo });
});

test('keeps the hash of a token, never the token', async () => {
  const { token, id } = await register();
  const { rows } = await domain.pool.query(
    `select encode(token_hash, 'hex') as hash, session::text as row from session where user_id = $1`,
    [id],
  );
  expect(rows).toEqual([
    {
      hash: createHash('sha256').update(token).digest('hex'),
      row: expect.not.stringContaining(token),
    },
  ]);
});

test('takes a visitor’s country where the form tells none', async () => {
  const visitor = { address: '203.0.113.1', country: 'BR' };
  const { userInfo } = await checkIn(domain.context({ visitor }), null, form());
  expect(userInfo.country).toBe('BR');
});

test('user names and e-mails are taken in any case', async () => {
  await register();
  expect(
    await refusalOf(register({ username: `ANNA_${serial}`, email: 'other@example.org' })),
  ).toEqual({ reason: 'username_taken' });
  expect(
    await refusalOf(register({ username: 'Someone', email: `ANNA${serial}@EXAMPLE.org` })),
  ).toEqual({ reason: 'email_taken' });
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

test('a registration whose answer was lost may be sent again for an hour, and lets in', async () => {
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

test('who guesses a password by registering again is held up as who logs in is', async () => {
  await domain.configure({ 'limit.login_attempts': '3' });
  await register();
  for (const word of ['first', 'second', 'third']) {
    await refusalOf(register({ password: `the-${word}-guess` }));
  }
  expect(await refusalOf(register())).toEqual({ reason: 'username_taken' });
});

test('an inviter is found by what a messenger has made of their link', async () => {
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

test('refuses a weak password and an invite code that nobody has, or a blocked user', async () => {
  expect(await refusalOf(register({ password: 'password1' }))).toEqual({ reason: 'weak_password' });
  expect(await refusalOf(register({ password: `my-anna_${serial}!` }))).toEqual({
    reason: 'weak_password',
  });
  expect(await refusalOf(register({ invite_code: 'NOBODY22' }))).toEqual({
    reason: 'invalid_invite_code',
  });
  const inviter = await register();
  await domain.pool.query('update account set blocked_at = now() where user_id = $1', [inviter.id]);
  const invited = { username: 'Invited', email: 'invited@example.org' };
  expect(await refusalOf(register({ ...invited, invite_code: inviter.invite_code }))).toEqual({
    reason: 'invalid_invite_code',
  });
});

test('logs in by user name or e-mail in any case, and notes language and country', async () => {
  const { id } = await register();
  for (const username of [`ANNA_${serial}`, `Anna${serial}@Example.org`]) {
    const { userInfo } = await checkIn(
      domain.context(),
      null,
      login({ username, country: 'KE', language: 'sw' }),
    );
    expect(userInfo).toMatchObject({ id, country: 'KE', language: 'sw' });
  }
});

test('answers an unknown user, a wrong password and a blocked user alike', async () => {
  const { id } = await register();
  const refusals = [
    await refusalOf(checkIn(domain.context(), null, login({ username: 'nobody' }))),
    await refusalOf(checkIn(domain.context(), null, login({ password: 'not the password' }))),
  ];
  await domain.pool.query('update account set blocked_at = now() where user_id = $1', [id]);
  refusals.push(await refusalOf(checkIn(domain.context(), null, login())));
  expect(refusals).toEqual(Array(3).fill({ reason: 'invalid_credentials' }));
});

test('a log-in hashes a password anew that was hashed for less; of two at once both get in', async () => {
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
