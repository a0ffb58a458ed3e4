import { beforeEach } from 'vitest';
import type { UserInfo } from '../../contract/shapes.ts';
import { checkIn } from '../../server/domain/accounts.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { loginForm, registerForm } from './forms.ts';

export { domain };
/** The number of the test’s person, unique in the file. */
export let serial = 0;

/** Creates the file’s domain, without limits on log-ins and registrations. */
export function setUpAccounts(): void {
  setUpDomain({
    settings: {
      'limit.registrations_per_hour': '0',
      'limit.refused_registrations_per_hour': '0',
      'limit.login_attempts': '0',
      'limit.address_login_attempts': '0',
      'session.not_before': '',
    },
  });
  beforeEach(() => {
    serial += 1;
    // gives each test a new person and a new day: no limit counts the attempts of earlier tests
    domain.setNow(new Date(Date.UTC(2026, 3, serial, 12)));
  });
}

export const form = (overrides: object = {}) => registerForm(serial, overrides);
export const login = (overrides: object = {}) => loginForm(serial, overrides);

/** Registers the test's person. */
export async function register(overrides: object = {}): Promise<UserInfo> {
  const { userInfo } = await checkIn(domain.context(), null, form(overrides));
  return userInfo;
}
