import type { Mutant } from './mutant.ts';

const reports = 'server/domain/reports.ts';
const decisions = 'server/domain/report-decisions.ts';
const tests = ['operator-reports.test.ts', 'report-hiding.test.ts'];

/** Mutants of reports of clips and ads. */
export const reportMutants: readonly Mutant[] = [
  {
    fault: 'one visitor hides a clip by several addresses',
    file: reports,
    find: "else ''",
    replace: "else encode(visitor, 'hex')",
    tests,
  },
  {
    fault: 'one person hides a clip by three accounts',
    file: reports,
    find: "coalesce(encode(block_hash, 'hex'), user_id::text)",
    replace: 'user_id::text',
    tests,
  },
  {
    fault: 'three accounts that have watched nothing hide a clip',
    file: reports,
    find: 'when videos > 0 then',
    replace: 'when user_id is not null then',
    tests,
  },
  {
    fault: 'a reporter whose report was dismissed hides the clip again',
    file: reports,
    find: 'and not before.is_upheld',
    replace: 'and before.is_upheld',
    tests,
  },
  {
    fault: 'a dismissed report shows a clip that an operator has disabled',
    file: decisions,
    find: 'if (!isUpheld && !wasHidden)',
    replace: 'if (!isUpheld && wasHidden === null)',
    tests,
  },
];
