import { notPersonal } from '../server/domain/personal-data/not-personal.ts';
import { retention, retentionOfOthers } from '../server/domain/personal-data/retention.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Draws the retention period of each table with personal data, as a page of Markdown. */
export function drawPrivacy(): string {
  return [
    '# Data about people, and how long the server keeps them',
    '',
    '`npm run docs` draws this page from `server/domain/personal-data/retention.ts`; a test fails for a new table that is missing here.',
    'The housekeeping of each server deletes expired data of rows marked *, at its start and every hour.',
    '',
    'People download all their data at **Your data** on Mine, and delete the account at **Delete account** there. An',
    'operator does the same with `users export` and `users erase` ([how](operating.md#delete-me)).',
    '',
    '## When an account is deleted',
    '',
    '- A withdrawal in process has to end first: it is paid, rejected or cancelled.',
    '- Name, e-mail, payout accounts, sessions and push subscriptions are erased in one transaction. Nobody can undo it.',
    '- The rest of the balance goes back to the house by an entry of the ledger, and pending rewards are cancelled.',
    '  A debt is cancelled too. The entries stay, under a number that identifies nobody.',
    '- Other people keep the rewards that they got for this person. Future rewards for friends are cancelled.',
    '- Name and e-mail are free: a new registration with them is a new person.',
    '- Later amounts, such as a payment that a bank returns, go to the house within the hour.',
    '',
    'The server cannot erase these data, so you have to:',
    '',
    '- **Backups** from before. Delete them after a fixed time, 30 days for example. After restoring an older backup, run',
    '  `users erase` again for everybody who was deleted since then: keep their numbers until then',
    '  (`audit list --action "account deleted"` and `--action "users erase"`).',
    '- **Files of batches** that `payouts export` wrote, and copies at your bank or provider, who must keep them by law.',
    '- **Files of Postgres** that contained an erased row: its tables, its statistics, its write-ahead log. Postgres',
    '  overwrites them at some time, and no query of the server reads them. `VACUUM (FULL, ANALYZE)` rewrites the tables',
    '  and statistics at once, but blocks everybody meanwhile; the write-ahead log follows with the next',
    '  checkpoints. A backup by `backup` copies these files, a backup by `pg_dump` only contains rows.',
    '- **The log of the server** identifies nobody: it has routes, outcomes and times.',
    '',
    '## Tables that name people',
    '',
    '| table | what it holds | how long | when the account is deleted |',
    '|---|---|---|---|',
    ...Object.entries(retention).map(([table, { holds, kept, deleted, isExpiring }]) =>
      row([`\`${table}\``, holds, isExpiring ? `${kept} *` : kept, deleted]),
    ),
    '',
    '## Tables that name nobody',
    '',
    'The server keeps these data as long as it exists, unless the last column says otherwise.',
    '',
    '| table | what it holds | how long |',
    '|---|---|---|',
    ...Object.entries(notPersonal).map(([table, holds]) =>
      row([`\`${table}\``, holds, retentionOfOthers[table] ? `${retentionOfOthers[table]} *` : '']),
    ),
    '',
  ].join('\n');
}
