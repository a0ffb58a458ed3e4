import type { Mutant } from './mutant.ts';

const lookups = 'server/domain/account-lookups.ts';
const migration = 'server/database/migrations/0160_account_lookups.sql';
const tests = ['account-lookups.test.ts'];
const before = ['account-lookups-before.test.ts'];

/** Mutants of the look-ups of accounts. */
export const lookupMutants: readonly Mutant[] = [
  {
    fault: 'an address leads to its person still after it was changed',
    file: lookups,
    find: "await removeLookups(db, sideOf('from'));",
    replace: '',
    tests,
  },
  {
    fault: 'who takes a name that is another’s is not refused',
    file: lookups,
    find: 'if (rowCount !== lookups.length) throw',
    replace: 'if (rowCount === null) throw',
    tests,
  },
  {
    fault: 'who takes a name that is another’s has it from then on',
    file: lookups,
    find: '\n       where account_lookup.user_id = excluded.user_id',
    replace: '',
    tests,
  },
  {
    fault: 'a registration that comes second fails instead of saying that the name is taken',
    file: 'server/domain/registration.ts',
    find: 'if (error instanceof LookupTaken) return null;',
    replace: '',
    tests,
  },
  {
    fault: 'a link that comes second fails instead of being over',
    file: 'server/domain/email-proof.ts',
    find: 'error instanceof LookupTaken || ',
    replace: '',
    tests,
  },
  {
    fault: 'the address of a deleted account leads there still',
    file: 'server/database/functions/erase_account.sql',
    find: 'lookup_hashes(mine.username_key, mine.email_key, mine.invite_code)',
    replace: 'lookup_hashes(mine.username_key, null, mine.invite_code)',
    tests,
  },
  {
    fault: 'a name that was folded anew leads nowhere',
    file: 'server/domain/folding.ts',
    find: '  await followKeys(db, rows, folded.rows);\n',
    replace: '',
    tests,
  },
  {
    fault: 'an address that was sealed leads nowhere',
    file: 'server/domain/at-rest/seal-emails.ts',
    find: "      await moveLookups(db, 'email', moved);\n",
    replace: '',
    tests,
  },
  {
    fault: 'an address that was lost with its key leads there still',
    file: 'server/domain/at-rest/forget-key.ts',
    find: "hash: lookupHash('email', email_key),",
    replace: "hash: lookupHash('username', email_key),",
    tests,
  },
  {
    fault: 'after a key was lost an address that can be read leads nowhere',
    file: 'server/domain/at-rest/forget-key.ts',
    find: "    await moveLookups(db, 'email', [{ userId, from, to: stored.email_key }]);\n",
    replace: '',
    tests,
  },
  {
    fault: 'an address that a server of the version before has changed leads there still',
    file: migration,
    find: "if tg_op = 'UPDATE' then",
    replace: "if tg_op = 'DELETE' then",
    tests: before,
  },
  {
    fault: 'whoever was deleted before the migration is found by it',
    file: migration,
    find: 'where deleted_at is null;',
    replace: ';',
    tests: before,
  },
];
