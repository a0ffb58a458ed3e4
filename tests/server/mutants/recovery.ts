import type { Mutant } from './mutant.ts';

const codes = 'server/domain/recovery-codes.ts';

/** Mutants of recovery codes. */
export const recoveryMutants: readonly Mutant[] = [
  {
    fault: 'a recovery code works more than once',
    file: codes,
    find: "'delete from recovery_code where user_id = $1 and code_hash = $2'",
    replace: "'select from recovery_code where user_id = $1 and code_hash = $2'",
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'a blocked user gets a session by a recovery code',
    file: codes,
    find: ' and blocked_at is null`',
    replace: '`',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'the call for recovery codes is stored with them, and wrong passwords are not counted',
    file: 'server/http/idempotency.ts',
    find: 'changeEmail, makeRecoveryCodes,',
    replace: 'changeEmail,',
    tests: ['http-docs.test.ts'],
  },
];
