import type { Mutant } from './mutant.ts';

const file = 'server/database/functions/correct_balance.sql';
const tests = ['domain-corrections.test.ts', 'domain-funding.test.ts', 'ledger-model.test.ts'];

/** Mutants of operators' corrections. */
export const correctionMutants: readonly Mutant[] = [
  {
    fault: 'a correction adds an amount that the funds do not cover',
    file,
    find: 'if promised > 0 and (select is_enforced from funding) then',
    replace: 'if false then',
    tests: ['operator-ledger.test.ts'],
  },
  {
    fault: 'the amount that a correction adds repays no debt',
    file,
    find: 'repaid := least(purse.debt, added);',
    replace: 'repaid := 0;',
    tests,
  },
  {
    fault: 'the amount that a correction takes stays promised',
    file,
    find: 'if promised < 0 then',
    replace: 'if false then',
    tests,
  },
  {
    fault: 'the sum of corrections lacks the part beyond the balance',
    file,
    find: 'corrected = purse.corrected + taken + owed,',
    replace: 'corrected = purse.corrected + taken,',
    tests,
  },
  {
    fault: 'two corrections of a user have the same key in the ledger',
    file,
    find: "'correction:' || correct_balance.correction_id",
    replace: "'correction:' || p_user_id",
    tests,
  },
];
