import type { Mutant } from './mutant.ts';

const file = 'server/domain/tokens.ts';
const findSession = 'server/database/functions/find_own_session.sql';
const sessions = 'server/domain/sessions.ts';
const tests = ['session-tokens.test.ts'];

/** Mutants of tokens that contain their account's number. */
export const tokenMutants: readonly Mutant[] = [
  {
    fault: 'a token with any secret opens the account of its number',
    file: findSession,
    find: 'where session.user_id = p_user_id and token_hash = p_token_hash;',
    replace: 'where session.user_id = p_user_id limit 1;',
    tests,
  },
  {
    fault: 'a session is found by its token under any number',
    file: findSession,
    find: 'where session.user_id = p_user_id and token_hash = p_token_hash;',
    replace: 'where token_hash = p_token_hash;',
    tests: ['record-function.test.ts'],
  },
  {
    fault: 'an impossible account number is searched',
    file,
    find: 'return userId <= LAST_NUMBER ? userId : null;',
    replace: 'return userId;',
    tests,
  },
  {
    fault: 'an account number in a token may be written in several ways',
    file,
    find: '([1-9]\\d{0,18})',
    replace: '(\\d{1,19})',
    tests,
  },
  {
    fault: 'servers of the previous version refuse the new tokens',
    file,
    find: '}-${randomBytes',
    replace: '}.${randomBytes',
    tests,
  },
  {
    fault: 'a token of an older version opens no session',
    file: sessions,
    find: 'userId === null\n      ?',
    replace: 'userId === 0n\n      ?',
    tests,
  },
  {
    fault: 'a session is searched among all users’ sessions',
    file: sessions,
    find: 'userId === null\n      ?',
    replace: 'userId !== 0n\n      ?',
    tests,
  },
];
