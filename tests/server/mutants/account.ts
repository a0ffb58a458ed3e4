import type { Mutant } from './mutant.ts';

const erase = 'server/database/functions/erase_account.sql';

/** Mutants of changes that members make to their account. */
export const accountMutants: readonly Mutant[] = [
  {
    fault: 'a user ends sessions of other users',
    file: 'server/domain/session-list.ts',
    find: 'delete from session where user_id = $1 and',
    replace: 'delete from session where user_id >= 0 * $1::bigint and',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'the list of sessions contains a session that a new password has ended',
    file: 'server/domain/session-list.ts',
    find: ' and session.created_at >= password_changed_at',
    replace: '',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'an invented name in a user agent is stored as a browser',
    file: 'server/domain/user-agent.ts',
    find: 'names.has(name) ? name : null',
    replace: 'name || null',
    tests: ['session-devices.test.ts'],
  },
  {
    fault: 'the export of a user’s data contains the rows of all users',
    file: 'server/domain/personal-data/export.ts',
    find: "whose = 'user_id = $1'",
    replace: "whose = 'user_id >= 0 * $1::bigint'",
    tests: ['personal-data.test.ts'],
  },
  {
    fault: 'a stored column is missing in the export of personal data',
    file: 'server/domain/personal-data/money.sections.ts',
    find: "'account_type', 'is_changed'",
    replace: "'account_type'",
    tests: ['personal-data.test.ts'],
  },
  {
    fault: 'a user may export personal data without a limit',
    file: 'server/domain/personal-data/export.ts',
    find: 'await countExport(context, userId);',
    replace: '',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'a claim that waits for the deletion of its account is paid afterwards',
    file: 'server/database/functions/record_watch.sql',
    find: 'if mine.is_deleted then',
    replace: 'if false then',
    tests: ['deletion-races.test.ts'],
  },
  {
    fault: 'an account is deleted while a withdrawal holds its amount',
    file: erase,
    find: '(select held from wallet where user_id = p_user_id) > 0',
    replace: 'false',
    tests: ['account-deletion.test.ts'],
  },
  {
    fault: 'a password that was changed meanwhile still deletes the account',
    file: erase,
    find: ' or mine.password_hash <> p_password_hash',
    replace: '',
    tests: ['deletion-races.test.ts'],
  },
  {
    fault: 'the audit log still names a deleted user',
    file: erase,
    find: 'lower(word) in',
    replace: 'word in',
    tests: ['account-deletion.test.ts'],
  },
  {
    fault: 'the reward of an inviter still names the deleted friend',
    file: erase,
    find: "update transfer set detail = ''\n  where user_id = any(inviters)",
    replace: "update transfer set detail = ''\n  where false and user_id = any(inviters)",
    tests: ['account-deletion.test.ts'],
  },
  {
    fault: 'the rest of a deleted account’s balance does not go back to the funds',
    file: 'server/database/functions/forfeit_rest.sql',
    find: 'freed := coming + waiting + laid_aside + purse.available',
    replace: 'freed := coming + waiting + laid_aside',
    tests: ['account-deletion.test.ts'],
  },
  {
    fault: 'a payout account that is set during the deletion of its user stays stored',
    file: 'server/domain/payout-methods.ts',
    find: "await assertNotDeleted(transaction, userId, 'no key update');",
    replace: '',
    tests: ['deletion-races.test.ts'],
  },
  {
    fault: 'the file of a batch is erased while one of its payments is under way',
    file: 'server/database/functions/erase_batches.sql',
    find: " and step = 'processing'",
    replace: ' and false',
    tests: ['account-deletion.test.ts'],
  },
];
