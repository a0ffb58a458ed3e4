import type { Mutant } from './mutant.ts';

const proof = 'server/domain/email-proof.ts';
const tests = ['http-contract.test.ts'];

/** Mutants of e-mail changes. */
export const emailMutants: readonly Mutant[] = [
  {
    fault: 'a link to confirm the former e-mail restores it',
    file: 'server/domain/email-confirmation.ts',
    find: 'if (rowCount !== 1) throw',
    replace: 'if (rowCount === 2) throw',
    tests: ['email-races.test.ts'],
  },
  {
    fault: 'an e-mail is changed in an old session without a proof',
    file: 'server/domain/proof.ts',
    find: '  await assertRecentProof(context.db, caller, context.now);\n',
    replace: '',
    tests,
  },
  {
    fault: 'a link that confirms an e-mail counts as a proof in its session',
    file: 'server/domain/sessions.ts',
    find: 'proven_at = coalesce(proven_at, created_at)',
    replace: 'proven_at = $2',
    tests,
  },
  {
    fault: 'a mail reveals that an address belongs to another person',
    file: 'server/mail/queue.ts',
    find: '(await isTaken(db, row.user_id, address, now)) ? null : row',
    replace: 'row',
    tests,
  },
  {
    fault: 'other sessions stay valid after a change of the e-mail',
    file: proof,
    find: 'await invalidateSessions(db, userId, now, survivingTokenHash);',
    replace: '',
    tests,
  },
  {
    fault: 'a stranger’s link can restore a change of the e-mail after it was undone',
    file: proof,
    find: 'link_id >= $2',
    replace: 'link_id = $2',
    tests,
  },
  {
    fault: 'a stranger’s recovery codes stay valid after a change of the e-mail was undone',
    file: proof,
    find: "'delete from recovery_code where user_id = $1'",
    replace: "'select from recovery_code where user_id = $1'",
    tests,
  },
  {
    fault: 'a stranger registers with an address that its former owner may restore',
    file: 'server/domain/registration.ts',
    find: 'if (await isTaken(',
    replace: 'if (false && await isTaken(',
    tests,
  },
  {
    fault: 'a sealed e-mail can be read in another person’s row',
    file: 'server/domain/sealed-emails.ts',
    find: "({ column: 'e-mail', of: userId })",
    replace: "({ column: 'e-mail', of: String(userId && 0) })",
    tests: ['sealed-emails.test.ts'],
  },
  {
    fault: 'a rotation of keys changes the key for the look-up of e-mails',
    file: 'server/domain/at-rest/seal-emails.ts',
    find: "writer.lookup.toString('hex')",
    replace: "writer.key.hashing.toString('hex')",
    tests: ['sealed-emails.test.ts'],
  },
  {
    fault: 'an erased person’s mail stays queued under an e-mail that was stored unsealed',
    file: 'server/database/functions/erase_account.sql',
    find: ' or email_key = any(p_emails)',
    replace: '',
    tests: ['sealed-emails.test.ts'],
  },
  {
    fault: 'the audit log still contains the sealed e-mail of an erased person',
    file: 'server/database/functions/erase_account.sql',
    find: '        or lower(word) = any(p_emails)\n',
    replace: '',
    tests: ['sealed-emails.test.ts'],
  },
  {
    fault: 'a link that confirms another e-mail stays valid after a new password',
    file: 'server/domain/sessions.ts',
    find: 'await endConfirmLinks(transaction, userId);',
    replace: '',
    tests: ['email-races.test.ts'],
  },
];
