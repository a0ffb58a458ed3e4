import type { Mutant } from './mutant.ts';

const tests = ['http-contract.test.ts'];
const signed = 'server/domain/passkeys/signed.ts';
const proof = 'server/domain/proof.ts';

/** Mutants of passkeys. */
export const passkeyMutants: readonly Mutant[] = [
  {
    fault: 'a signed challenge of a passkey works more than once',
    file: 'server/domain/redeemed.ts',
    find: 'return rowCount === 1;',
    replace: 'return rowCount !== null;',
    tests,
  },
  {
    fault: 'a passkey challenge never expires',
    file: 'server/domain/passkeys/challenge.ts',
    find: 'if (endsAt <= now) return false;',
    replace: '',
    tests,
  },
  {
    fault: 'a passkey of a blocked user opens a session',
    file: signed,
    find: ' and blocked_at is null and',
    replace: ' and',
    tests,
  },
  {
    fault: 'a copy of a passkey opens a session unnoticed',
    file: signed,
    find: 'counter: Number(counter),',
    replace: 'counter: 0,',
    tests,
  },
  {
    fault: 'a challenge signed on another site opens a session',
    file: 'server/domain/passkeys/response.ts',
    find: 'return isOurs(origin) && !crossOrigin ?',
    replace: 'return origin ?',
    tests,
  },
  {
    fault: 'a stranger’s passkey outlives a new password',
    file: 'server/domain/sessions.ts',
    find: 'if (survivingToken === undefined) await deletePasskeys(transaction, userId);',
    replace: '',
    tests,
  },
  {
    fault: 'a user removes passkeys of other users',
    file: 'server/domain/passkeys/list.ts',
    find: 'delete from passkey where user_id = $1 and',
    replace: 'delete from passkey where user_id >= 0 * $1::bigint and',
    tests,
  },
  {
    fault: 'a passkey is added with options from before a new password',
    file: 'server/domain/passkeys/add.ts',
    find: 'passwordHash}`;',
    replace: 'passwordHash.length}`;',
    tests,
  },
  {
    fault: 'a proof never expires',
    file: proof,
    find: 'coalesce(proven_at, session.created_at) > $3',
    replace: '$3::timestamptz is not null',
    tests,
  },
  {
    fault: 'a proof from before a new password is valid',
    file: proof,
    find: 'and session.created_at >= coalesce(password_changed_at, session.created_at)',
    replace: '',
    tests: ['payout-change.test.ts'],
  },
  {
    fault: 'the passkey of another user counts as a proof',
    file: 'server/domain/passkeys/prove.ts',
    find: 'if (signer !== caller.userId) return false;',
    replace: '',
    tests,
  },
];
