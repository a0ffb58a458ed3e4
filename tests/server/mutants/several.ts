import type { Mutant } from './mutant.ts';

const tests = ['several-claims.test.ts'];
const file = 'server/database/functions/record_claims.sql';
const ofClip = 'p_now, p_today, claim.earned_at, claim.day, claim.reward, p_watch_seconds';
const keyOfClip = `claim.key,
        claim.body_hash, p_kept_until, null, null
      );
    elsif`;

/** Mutants of several claims in one call. */
export const severalMutants: readonly Mutant[] = [
  {
    fault: 'nobody looks at the session of several claims',
    file,
    find: 'p_token_hash is not null',
    replace: 'false',
    tests,
  },
  {
    fault: 'what no allotment covers counts as decided',
    file,
    find: 'exit when done.is_unbudgeted or done.uncovered is not null;',
    replace: '',
    tests,
  },
  {
    fault: 'what is served again stays locked while the next claim is decided',
    file,
    find: " or refusal = 'too_early' and not is_served",
    replace: '',
    tests,
  },
  {
    fault: 'a refusal among others is told as paid',
    file,
    find: 'refusal := done.refusal;',
    replace: '',
    tests,
  },
  {
    fault: 'a clip among others is earned now',
    file,
    find: ofClip,
    replace: ofClip.replace('claim.earned_at', 'null'),
    tests,
  },
  {
    fault: 'no answer of several clips is kept',
    file,
    find: keyOfClip,
    replace: keyOfClip.replace('claim.key', 'null'),
    tests,
  },
  {
    fault: 'a clip among others does not say what is left of today',
    file,
    find: 'remaining := done.remaining;',
    replace: '',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'each of several claims tells the balance after the first',
    file,
    find: 'balance := done.balance;',
    replace: 'balance := coalesce(balance, done.balance);',
    tests,
  },
];
