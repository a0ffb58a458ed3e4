import type { Mutant } from './mutant.ts';

/** Faults of what people do with their own account. */
export const accountMutants: readonly Mutant[] = [
  {
    fault: 'somebody ends the sessions of others',
    file: 'server/domain/session-list.ts',
    find: 'delete from session where user_id = $1 and',
    replace: 'delete from session where user_id >= 0 * $1::bigint and',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'a session that a new password has ended is listed',
    file: 'server/domain/session-list.ts',
    find: ' and session.created_at >= password_changed_at',
    replace: '',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'a name that a client makes up is kept as its browser’s',
    file: 'server/domain/user-agent.ts',
    find: 'names.has(name) ? name : null',
    replace: 'name || null',
    tests: ['session-devices.test.ts'],
  },
];
