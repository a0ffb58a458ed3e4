import { expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import type { Visitor } from '../../server/domain/context.ts';
import { HOUR, MINUTE } from '../../server/domain/time.ts';
import { bank, login, register, serial, setUpAccounts } from './accounts.setup.ts';
import { PASSWORD } from './forms.ts';
import { refusalOf } from './support.ts';

setUpAccounts();

const from = (address: string): { visitor: Visitor } => ({ visitor: { address, country: null } });

test('failed log-ins of one account are limited over 15 minutes, from any address', async () => {
  await register();
  await bank.configure({ 'limit.login_attempts': '3' });
  const wrong = (address: string) =>
    refusalOf(checkIn(bank.context(from(address)), null, login({ password: 'wrong' })));
  const refusals = await Promise.all(['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4'].map(wrong));
  expect(refusals.map(({ reason }) => reason).sort()).toEqual([
    'invalid_credentials',
    'invalid_credentials',
    'invalid_credentials',
    'too_many_attempts',
  ]);
  expect(await refusalOf(checkIn(bank.context(from('5.5.5.5')), null, login()))).toEqual({
    reason: 'too_many_attempts',
    retry_after: 900,
  });
  bank.pass(15 * MINUTE);
  expect(await checkIn(bank.context(from('5.5.5.5')), null, login())).toMatchObject({
    userInfo: { username: `Anna_${serial}` },
  });
});

test('failed log-ins of one address are limited whichever names it tries; good ones are free', async () => {
  await register();
  await bank.configure({ 'limit.login_attempts': '3' });
  const attempt = (username: string, password: string) =>
    checkIn(bank.context(from('2001:db8::1')), null, login({ username, password }));
  for (let round = 0; round < 5; round += 1) await attempt(`Anna_${serial}`, PASSWORD);
  for (const name of ['first', 'second', 'third']) {
    expect(await refusalOf(attempt(name, 'wrong'))).toEqual({ reason: 'invalid_credentials' });
  }
  const neighbour = from('2001:db8::ffff:2');
  expect(
    await refusalOf(checkIn(bank.context(neighbour), null, login({ username: 'fourth' }))),
  ).toMatchObject({ reason: 'too_many_attempts' });
});

test('registrations of one address are limited an hour; a refused one does not count', async () => {
  await bank.configure({ 'limit.registrations_per_hour': '2' });
  const named = (name: string) => ({ username: name + serial, email: `${name}${serial}@x.org` });
  await register(named('first'));
  expect(await refusalOf(register(named('first')))).toEqual({ reason: 'username_taken' });
  await register(named('second'));
  expect(await refusalOf(register(named('third')))).toEqual({
    reason: 'too_many_attempts',
    retry_after: 3_600,
  });
  bank.pass(HOUR);
  expect(await register(named('third'))).toMatchObject({ username: `third${serial}` });
});
