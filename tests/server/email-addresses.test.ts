import { expect, test } from 'vitest';
import type { CallName } from './http/client.ts';
import { server, setUpServer } from './http/server.setup.ts';

setUpServer();

const PASSWORD = 'seven green lanterns';
let serial = 0;
const send = (call: CallName, input: object) => server.visitor().send(call, input as never);
const register = (email: string) => {
  serial += 1;
  const form = { tab: 'register', username: `mail_${serial}`, email, password: PASSWORD };
  return send('checkIn', form);
};
const logIn = (username: string) => send('checkIn', { tab: 'login', username, password: PASSWORD });

/** An address, its stored form, and other spellings of it. */
test.each([
  ["o'brien@example.com", "o'brien@example.com", ["O'BRIEN@EXAMPLE.COM"]],
  [
    'user@bücher.example',
    'user@bücher.example',
    ['USER@BÜCHER.example', 'user@xn--bcher-kva.example'],
  ],
  ['ivan@xn--80a1acny.xn--p1ai', 'ivan@xn--80a1acny.xn--p1ai', ['Ivan@почта.рф']],
  ['bo\u200bb@example.com', 'bob@example.com', ['bob@example.com']],
  ['ＡＤＡ＠example.org', 'ADA@example.org', ['ada@example.org']],
])('%s registers and logs in, in each of its spellings', async (email, stored, spellings) => {
  const made = await register(email);
  expect(made).toMatchObject({ status: 200, envelope: { data: { userInfo: { email: stored } } } });
  for (const spelling of [email, ...spellings]) {
    expect(await logIn(spelling)).toMatchObject({
      envelope: { data: { userInfo: { email: stored } } },
    });
    expect(await register(spelling)).toMatchObject({
      envelope: { data: { reason: 'email_taken' } },
    });
  }
});

test.each([
  'a@b',
  'a b@example.com',
  'a@b@example.com',
  'bob,eve@example.com',
  'a@xn--.example',
  'a@ex_ample.com',
])('%s is no address', async (email) => {
  expect(await register(email)).toMatchObject({
    status: 400,
    envelope: { data: { reason: 'invalid_request', fields: { email: 'an e-mail address' } } },
  });
});
