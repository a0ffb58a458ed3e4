import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { UserInfo } from '../../contract/shapes.ts';
import { checkIn } from '../../server/domain/accounts.ts';
import { loginForm, registerForm } from './forms.ts';
import { createBank, type TestBank } from './support.ts';

/** The test file's own bank. */
export let bank: TestBank;
/** Tells the person of this test from those of the others. */
export let serial = 0;

/** Gives the test file a bank, and each test a day and a person of its own, and no limits. */
export function setUpAccounts(): void {
  beforeAll(async () => {
    bank = await createBank();
  });
  beforeEach(async () => {
    serial += 1;
    // a day of its own, and the start of every window
    bank.setNow(new Date(Date.UTC(2026, 3, serial, 12)));
    await bank.configure({
      'limit.registrations_per_hour': '0',
      'limit.login_attempts': '0',
      'session.not_before': '',
    });
  });
  afterAll(() => bank.drop());
}

export const form = (overrides: object = {}) => registerForm(serial, overrides);
export const login = (overrides: object = {}) => loginForm(serial, overrides);

/** Registers the test's person. */
export async function register(overrides: object = {}): Promise<UserInfo> {
  const { userInfo } = await checkIn(bank.context(), null, form(overrides));
  return userInfo;
}
