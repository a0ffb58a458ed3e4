import type { Mutant } from './mutant.ts';

const refused = 'server/domain/refused-calls.ts';
const sources = 'server/domain/letters/sources.ts';
const timeline = ['operator-timeline.test.ts'];
const kept = ['refused-calls.test.ts'];

/** Mutants of the commands for answering letters. */
export const letterMutants: readonly Mutant[] = [
  {
    fault: 'refused calls of one person are stored beyond the daily limit',
    file: refused,
    find: `< \${MAX_STORED_PER_DAY}`,
    replace: `< 10 * \${MAX_STORED_PER_DAY}`,
    tests: kept,
  },
  {
    fault: 'a repeated refusal counts as a new refusal',
    file: refused,
    find: `1 from \${kept}`,
    replace: `1 from (select) as \${kept}`,
    tests: kept,
  },
  {
    fault: 'old refusals are never deleted',
    file: 'server/domain/housekeeping.ts',
    find: 'afterMs: REFUSED_CALL_LIFETIME_MS',
    replace: 'afterMs: 9 * REFUSED_CALL_LIFETIME_MS',
    tests: kept,
  },
  {
    fault: 'a timeline shows the entries of all users',
    file: sources,
    find: `from transfer where user_id = $1 and \${within('created_at')}`,
    replace: `from transfer where $1::bigint is not null and \${within('created_at')}`,
    tests: timeline,
  },
  {
    fault: 'a page of a timeline misses entries of other kinds',
    file: 'server/domain/letters/timeline.ts',
    find: 'offset + limit + 1;',
    replace: 'limit + 1;',
    tests: timeline,
  },
  {
    fault: 'a timeline does not show that an operator blocked the account',
    file: 'server/operator/users.commands.ts',
    find: 'text: card(json) + already, changed: { user_id: json.id } };',
    replace: 'text: card(json) + already };',
    tests: timeline,
  },
  {
    fault: 'a special character in a searched text matches any text',
    file: 'server/domain/letters/find-people.ts',
    find: `\${part.replace(/[\\\\%_]/g, '\\\\$&')}`,
    replace: `\${part}`,
    tests: ['operator-find.test.ts'],
  },
];
