import type { Mutant } from './mutant.ts';

const lookups = 'server/domain/account-lookups.ts';
const migration = 'server/database/migrations/0160_account_lookups.sql';
const tests = ['account-lookups.test.ts'];
const before = ['account-lookups-before.test.ts'];

/** Mutants of the look-ups of accounts. */
export const lookupMutants: readonly Mutant[] = [
  {
    fault: 'a changed e-mail still finds the account of its former owner',
    file: lookups,
    find: "await removeLookups(db, sideOf('from'));",
    replace: '',
    tests,
  },
  {
    fault: 'a name of another user is not refused',
    file: lookups,
    find: 'if (rowCount !== lookups.length) throw',
    replace: 'if (rowCount === null) throw',
    tests,
  },
  {
    fault: 'a name of another user moves to the new user',
    file: lookups,
    find: '\n       where account_lookup.user_id = excluded.user_id',
    replace: '',
    tests,
  },
  {
    fault: 'the second of two registrations fails instead of reporting a taken name',
    file: 'server/domain/registration.ts',
    find: 'if (error instanceof LookupTaken) return null;',
    replace: '',
    tests,
  },
  {
    fault: 'the second of two links to one e-mail fails instead of being refused as invalid',
    file: 'server/domain/email-proof.ts',
    find: 'error instanceof LookupTaken || ',
    replace: '',
    tests,
  },
  {
    fault: 'the e-mail of a deleted account still finds it',
    file: 'server/database/functions/erase_account.sql',
    find: 'lookup_hashes(mine.username_key, mine.email_key, mine.invite_code)',
    replace: 'lookup_hashes(mine.username_key, null, mine.invite_code)',
    tests,
  },
  {
    fault: 'a name that was folded again finds no account',
    file: 'server/domain/folding.ts',
    find: '  await followKeys(db, rows, folded.rows);\n',
    replace: '',
    tests,
  },
  {
    fault: 'a sealed e-mail finds no account',
    file: 'server/domain/at-rest/seal-emails.ts',
    find: "      await moveLookups(db, 'email', moved);\n",
    replace: '',
    tests,
  },
  {
    fault: 'an e-mail that was lost with its key still finds its account',
    file: 'server/domain/at-rest/forget-key.ts',
    find: "hash: lookupHash('email', email_key),",
    replace: "hash: lookupHash('username', email_key),",
    tests,
  },
  {
    fault: 'after the loss of a key, a readable e-mail finds no account',
    file: 'server/domain/at-rest/forget-key.ts',
    find: "    await moveLookups(db, 'email', [{ userId, from, to: stored.email_key }]);\n",
    replace: '',
    tests,
  },
  {
    fault: 'an e-mail that a server of the previous version has changed still finds its account',
    file: migration,
    find: "if tg_op = 'UPDATE' then",
    replace: "if tg_op = 'DELETE' then",
    tests: before,
  },
  {
    fault: 'the migration adds look-ups for accounts that were deleted before',
    file: migration,
    find: 'where deleted_at is null;',
    replace: ';',
    tests: before,
  },
];
