import type { Mutant } from './mutant.ts';

const refused = 'server/domain/refused-calls.ts';
const sources = 'server/domain/letters/sources.ts';
const timeline = ['operator-timeline.test.ts'];
const kept = ['refused-calls.test.ts'];

/** Mutants of the commands for answering letters. */
export const letterMutants: readonly Mutant[] = [
  {
    fault: 'one person may fill the disk with refusals',
    file: refused,
    find: `< \${KEPT_A_DAY}`,
    replace: `< 10 * \${KEPT_A_DAY}`,
    tests: kept,
  },
  {
    fault: 'a refusal that is sent again counts as another one',
    file: refused,
    find: `1 from \${kept}`,
    replace: `1 from (select) as \${kept}`,
    tests: kept,
  },
  {
    fault: 'refusals of before are kept for ever',
    file: 'server/domain/housekeeping.ts',
    find: 'afterMs: REFUSED_CALL_LIFETIME_MS',
    replace: 'afterMs: 9 * REFUSED_CALL_LIFETIME_MS',
    tests: kept,
  },
  {
    fault: 'a timeline shows the entries of everybody',
    file: sources,
    find: `from transfer where user_id = $1 and \${within('created_at')}`,
    replace: `from transfer where $1::bigint is not null and \${within('created_at')}`,
    tests: timeline,
  },
  {
    fault: 'a page of a timeline may miss what other kinds have',
    file: 'server/domain/letters/timeline.ts',
    find: 'offset + limit + 1;',
    replace: 'limit + 1;',
    tests: timeline,
  },
  {
    fault: 'a block is in nobody’s timeline',
    file: 'server/operator/users.commands.ts',
    find: 'text: card(json) + already, changed: { user_id: json.id } };',
    replace: 'text: card(json) + already };',
    tests: timeline,
  },
  {
    fault: 'the sign of a pattern stands for any text',
    file: 'server/domain/letters/find-people.ts',
    find: `\${part.replace(/[\\\\%_]/g, '\\\\$&')}`,
    replace: `\${part}`,
    tests: ['operator-find.test.ts'],
  },
];
