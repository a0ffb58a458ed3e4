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
    fault: 'the session of several claims is not checked',
    file,
    find: 'p_token_hash is not null',
    replace: 'false',
    tests,
  },
  {
    fault: 'a claim without an allotment counts as decided',
    file,
    find: 'exit when done.is_unbudgeted or done.uncovered is not null;',
    replace: '',
    tests,
  },
  {
    fault: 'a clip that is served again stays locked during the next claim',
    file,
    find: " or refusal = 'too_early' and not is_served",
    replace: '',
    tests,
  },
  {
    fault: 'a refusal among several claims is reported as paid',
    file,
    find: 'refusal := done.refusal;',
    replace: '',
    tests,
  },
  {
    fault: 'a clip among several claims counts as earned now',
    file,
    find: ofClip,
    replace: ofClip.replace('claim.earned_at', 'null'),
    tests,
  },
  {
    fault: 'the answers of several clips are not stored',
    file,
    find: keyOfClip,
    replace: keyOfClip.replace('claim.key', 'null'),
    tests,
  },
  {
    fault: 'a clip among several claims does not return the remaining number',
    file,
    find: 'remaining := done.remaining;',
    replace: '',
    tests: ['http-contract.test.ts'],
  },
  {
    fault: 'each of several claims returns the balance after the first claim',
    file,
    find: 'balance := done.balance;',
    replace: 'balance := coalesce(balance, done.balance);',
    tests,
  },
];
