import type { Mutant } from './mutant.ts';

const overdue = 'server/domain/objections-overdue.ts';
const decisions = 'server/domain/objection-decisions.ts';
const tests = ['objections.test.ts', 'objection-races.test.ts'];

/** Mutants of objections to refusals of money. */
export const objectionMutants: readonly Mutant[] = [
  {
    fault: 'the timer counts as the second operator',
    file: overdue,
    find: 'const unprepared = { ...objection, prepared_by: null };',
    replace: 'const unprepared = objection;',
    tests,
  },
  {
    fault: 'the timer pays an amount that an operator has paid by hand',
    file: overdue,
    find: 'given >= amount',
    replace: 'given > 4n * amount',
    tests,
  },
  {
    fault: 'an objection is decided twice',
    file: decisions,
    find: 'and objection_id = $2 and decided_at is null for update',
    replace: 'and objection_id = $2 for update',
    tests,
  },
  {
    fault: 'objections have no time limit',
    file: 'server/domain/objections.ts',
    find: "isRecent(kind, '$3')",
    replace: "'$3::timestamptz is not null'",
    tests,
  },
];
