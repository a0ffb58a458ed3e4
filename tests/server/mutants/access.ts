import type { Mutant } from './mutant.ts';

const sessions = 'server/domain/sessions.ts';

/** Faults of sessions, log-ins and limits. */
export const accessMutants: readonly Mutant[] = [
  {
    fault: 'a session never ends',
    file: sessions,
    find: '|| row.expires_at <= now',
    replace: '',
    tests: ['domain-sessions.test.ts'],
  },
  {
    fault: 'a session is not prolonged by use',
    file: sessions,
    find: '>= SLIDE_MS',
    replace: '< 0',
    tests: ['domain-sessions.test.ts'],
  },
  {
    fault: 'a blocked user stays in',
    file: sessions,
    find: 'row.blocked_at || ',
    replace: '',
    tests: ['domain-sessions.test.ts'],
  },
  {
    fault: 'a session that began while the password was changed stays',
    file: sessions,
    find: 'where user_id = $1 and created_at > $2',
    replace: 'where user_id = $1 and created_at > $2 and false',
    tests: ['operator-users.test.ts'],
  },
  {
    fault: 'a password opens a session although it is another one by now',
    file: 'server/domain/login.ts',
    find: 'and password_hash = $2 for share',
    replace: 'and password_hash = $2',
    tests: ['operator-users.test.ts'],
  },
  {
    fault: 'tokens are stored as they are',
    file: sessions,
    find: "return createHash('sha256').update(token).digest();",
    replace: "return createHash('sha256') && Buffer.from(token);",
    tests: ['domain-accounts.test.ts'],
  },
  {
    fault: 'a blocked user logs in again',
    file: 'server/domain/login.ts',
    find: 'return matches && user?.blocked_at === null;',
    replace: 'return matches;',
    tests: ['domain-accounts.test.ts'],
  },
  {
    fault: 'guesses from many addresses are not counted for the account',
    file: 'server/domain/login.ts',
    find: 'const who = user?.user_id ??',
    replace: 'const who = visitor.address || user?.user_id ||',
    tests: ['domain-attempts.test.ts'],
  },
  {
    fault: 'strangers lock out a known device',
    file: 'server/domain/login.ts',
    find: 'if (user && (await isKnownDevice(db, user.user_id, device))) {',
    replace: 'if (user && !isKnownDevice) {',
    tests: ['domain-attempts.test.ts'],
  },
  {
    fault: 'a device is known to every account',
    file: 'server/domain/devices.ts',
    find: "where user_id = $1 and device_hash = $2'",
    replace: "where user_id > $1 - 1000 and device_hash = $2'",
    tests: ['domain-attempts.test.ts'],
  },
  {
    fault: 'a user is counted by the address',
    file: 'server/http/calls.ts',
    find: 'userId === undefined ?',
    replace: 'userId !== 0n ?',
    tests: ['http-limits.test.ts'],
  },
  {
    fault: 'failed log-ins give their place back',
    file: 'server/domain/login.ts',
    find: 'if (!failed) for',
    replace: 'for',
    tests: ['domain-attempts.test.ts'],
  },
  {
    fault: 'each address of a /64 has a limit of its own',
    file: 'server/domain/addresses.ts',
    find: 'groupsOf(plain, 4)',
    replace: 'groupsOf(plain, 8)',
    tests: ['domain-limits.test.ts'],
  },
  {
    fault: 'a limit is overrun by several processes',
    file: 'server/domain/limits.ts',
    find: '     where w.used < $4::int\n',
    replace: '     where w.used < 2 * $4::int\n',
    tests: ['domain-limits.test.ts'],
  },
  {
    fault: 'user names differ by their case',
    file: 'server/domain/names.ts',
    find: '.toLowerCase()',
    replace: '',
    tests: ['domain-accounts.test.ts'],
  },
  {
    fault: 'an unknown user is answered at once, which tells who exists',
    file: 'server/domain/passwords.ts',
    find: '  const [, memory, passes,',
    replace: '  if (hash === null) return false;\n  const [, memory, passes,',
    tests: ['domain-passwords.test.ts'],
  },
];
