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
  {
    fault: 'a file of somebody’s data has the rows of everybody',
    file: 'server/domain/personal-data/export.ts',
    find: "whose = 'user_id = $1'",
    replace: "whose = 'user_id >= 0 * $1::bigint'",
    tests: ['personal-data.test.ts'],
  },
  {
    fault: 'a column that is kept is told to nobody',
    file: 'server/domain/personal-data/money.sections.ts',
    find: "'recipient_name', 'account', 'updated_at'",
    replace: "'account', 'updated_at'",
    tests: ['personal-data.test.ts'],
  },
  {
    fault: 'files of somebody’s data are made without a limit',
    file: 'server/domain/personal-data/export.ts',
    find: 'await countExport(context, userId);',
    replace: '',
    tests: ['http-contract.test.ts'],
  },
];
