import { expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import type { Visitor } from '../../server/domain/context.ts';
import { HOUR, MINUTE } from '../../server/domain/time.ts';
import { domain, form, login, register, serial, setUpAccounts } from './accounts.setup.ts';
import { PASSWORD } from './forms.ts';
import { refusalOf } from './support.ts';

setUpAccounts();

const from = (address: string, device?: string): { visitor: Visitor } => ({
  visitor: { address, country: null, ...(device === undefined ? {} : { device }) },
});

/** Logs in as the test’s person. @returns `in`, or the reason of the refusal */
const outcomeOf = (who: { visitor: Visitor }, overrides: object = {}) =>
  checkIn(domain.context(who), null, login(overrides)).then(
    () => 'in',
    (refusal) => refusal.reason,
  );

test('failed log-ins of one address are limited over all names; successful log-ins do not count', async () => {
  await register();
  await domain.configure({ 'limit.address_login_attempts': '3' });
  const attempt = (username: string, password: string) =>
    checkIn(domain.context(from('2001:db8::1')), null, login({ username, password }));
  for (let round = 0; round < 5; round += 1) await attempt(`Anna_${serial}`, PASSWORD);
  for (const name of ['first', 'second', 'third']) {
    expect(await refusalOf(attempt(name, 'wrong'))).toEqual({ reason: 'invalid_credentials' });
  }
  const neighbour = from('2001:db8::ffff:2');
  expect(
    await refusalOf(checkIn(domain.context(neighbour), null, login({ username: 'fourth' }))),
  ).toMatchObject({ reason: 'too_many_attempts' });
});

test('all log-ins of one address are limited: successful, failed, and of known devices', async () => {
  await register();
  await domain.configure({ 'limit.address_logins': '3' });
  const here = from('198.51.100.60', 'own-phone');
  for (const password of [PASSWORD, 'wrong', PASSWORD]) await outcomeOf(here, { password });
  expect(await refusalOf(checkIn(domain.context(here), null, login()))).toEqual({
    reason: 'too_many_attempts',
    retry_after: 900,
  });
  expect(await outcomeOf(from('198.51.100.61'))).toBe('in');
  domain.advance(15 * MINUTE);
  expect(await outcomeOf(here)).toBe('in');
  await domain.configure({ 'limit.address_logins': '600' });
});

test('registrations of one address are limited per hour; refused registrations do not count', async () => {
  await domain.configure({ 'limit.registrations_per_hour': '2' });
  const named = (name: string) => ({ username: name + serial, email: `${name}${serial}@x.org` });
  await register(named('first'));
  const taken = { ...named('first'), email: `another${serial}@x.org` };
  expect(await refusalOf(register(taken))).toEqual({ reason: 'username_taken' });
  await register(named('second'));
  expect(await refusalOf(register(named('third')))).toEqual({
    reason: 'too_many_attempts',
    retry_after: 3_600,
  });
  domain.advance(HOUR);
  expect(await register(named('third'))).toMatchObject({ username: `third${serial}` });
});

test('twenty wrong passwords from strangers, or from the same address, do not lock out a known device', async () => {
  await domain.configure({ 'limit.login_attempts': '20', 'limit.address_login_attempts': '30' });
  const phone = from('10.0.0.1', 'the-phone');
  await checkIn(domain.context(phone), null, form());
  for (let stranger = 0; stranger < 20; stranger += 1) {
    const who = from(`192.0.2.${stranger}`, `device-${stranger}`);
    expect(await outcomeOf(who, { password: 'wrong' })).toBe('invalid_credentials');
  }
  for (let name = 0; name < 30; name += 1) {
    const neighbour = { username: `nobody_${name}`, password: 'wrong' };
    expect(await outcomeOf(from('10.0.0.1'), neighbour)).toBe('invalid_credentials');
  }
  expect(await outcomeOf(from('198.51.100.9', 'another-device'))).toBe('too_many_attempts');
  expect(await outcomeOf(from('10.0.0.1'))).toBe('too_many_attempts');
  expect(await outcomeOf(phone)).toBe('in');
  // the phone moves to another network
  expect(await outcomeOf(from('10.9.9.9', 'the-phone'))).toBe('in');
});

test('a known device has a separate limit, and is known only to its account', async () => {
  await domain.configure({ 'limit.login_attempts': '3', 'limit.address_login_attempts': '0' });
  const phone = from('10.0.0.1', 'a-phone');
  await checkIn(domain.context(phone), null, form());
  const other = { username: `Other_${serial}`, email: `other${serial}@x.org` };
  await checkIn(domain.context(from('10.0.0.2', 'others-phone')), null, form(other));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await outcomeOf(phone, { password: 'wrong' })).toBe('invalid_credentials');
  }
  expect(await outcomeOf(phone)).toBe('too_many_attempts');
  // the phone’s attempts do not count for unknown devices
  expect(await outcomeOf(from('10.0.0.3'))).toBe('in');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await outcomeOf(from('10.0.0.4'), { password: 'wrong' });
  }
  expect(await outcomeOf(from('10.0.0.5', 'others-phone'))).toBe('too_many_attempts');
});
