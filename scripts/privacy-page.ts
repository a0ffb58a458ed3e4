import { notPersonal } from '../server/domain/personal-data/not-personal.ts';
import { retention, retentionOfOthers } from '../server/domain/personal-data/retention.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Draws the retention period of each table with personal data, as a page of Markdown. */
export function drawPrivacy(): string {
  return [
    '# What is kept of people, and for how long',
    '',
    'Drawn from `server/domain/personal-data/retention.ts` by `npm run docs`; a test asks it of each new table.',
    'A row marked * is ended by the housekeeping of each server, at its start and every hour.',
    '',
    'People download all of it at **Your data** on Mine, and delete the account at **Delete account** there. An',
    'operator does the same with `users export` and `users erase` ([how](operating.md#delete-me)).',
    '',
    '## When an account is deleted',
    '',
    '- A withdrawal in process has to end first: it is paid, rejected or cancelled.',
    '- Name, e-mail, payout accounts, sessions and push subscriptions are erased in one transaction. Nobody can undo it.',
    '- The rest of the balance goes back to the house by an entry of the ledger, and rewards on their way end.',
    '  A debt is given up. A number that names nobody keeps the entries.',
    '- What the person has brought to others stays theirs. What friends would still have brought is no longer promised.',
    '- Name and e-mail are free: whoever registers with them is somebody new.',
    '- What comes later, such as a payment that a bank returns, goes to the house within the hour.',
    '',
    'What the server cannot erase, and you have to:',
    '',
    '- **Backups** that were made before. Delete them after a fixed time, 30 days for example. Whoever restores an',
    '  older one gives `users erase` again for everybody who was deleted since: keep their numbers until then',
    '  (`audit list --action "account deleted"` and `--action "users erase"`).',
    '- **Files of batches** that `payouts export` wrote, and those at your bank or provider, who keep them by their law.',
    '- **Files of Postgres** that held an erased row: its tables, its statistics, its write-ahead log. Postgres writes',
    '  over them in its own time, and no query of the server reads them. `VACUUM (FULL, ANALYZE)` writes the tables',
    '  and statistics anew at once, and keeps everybody waiting meanwhile; the write-ahead log follows with the next',
    '  checkpoints. A backup by `backup` copies these files, one by `pg_dump` holds rows alone.',
    '- **The log of the server** names nobody: it has routes, outcomes and times.',
    '',
    '## Tables that name people',
    '',
    '| table | what it holds | how long | when the account is deleted |',
    '|---|---|---|---|',
    ...Object.entries(retention).map(([table, { holds, kept, deleted, isHousekept }]) =>
      row([`\`${table}\``, holds, isHousekept ? `${kept} *` : kept, deleted]),
    ),
    '',
    '## Tables that name nobody',
    '',
    'They are kept as long as the server is there, but for what the last column says.',
    '',
    '| table | what it holds | how long |',
    '|---|---|---|',
    ...Object.entries(notPersonal).map(([table, holds]) =>
      row([`\`${table}\``, holds, retentionOfOthers[table] ? `${retentionOfOthers[table]} *` : '']),
    ),
    '',
  ].join('\n');
}
