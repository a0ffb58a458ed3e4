export const PASSWORD = 'correct horse battery';

const common = {
  password: PASSWORD,
  keep: false,
  language: undefined,
  country: undefined,
  invite_code: undefined,
};

/** Returns the registration form of the person with this number. */
export function registerForm(person: number, overrides: object = {}) {
  const names = { username: `Anna_${person}`, email: `anna${person}@example.org` };
  return { tab: 'register' as const, ...names, ...common, ...overrides };
}

/** Returns the log-in form of the person with this number. */
export function loginForm(person: number, overrides: object = {}) {
  return { tab: 'login' as const, username: `Anna_${person}`, ...common, ...overrides };
}
