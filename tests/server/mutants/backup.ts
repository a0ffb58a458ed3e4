import type { Mutant } from './mutant.ts';

const restore = 'server/operator/backup/restore.ts';
const copy = 'server/database/embedded/base-backup.ts';
const tests = ['backup.test.ts'];

/** Mutants of backups and restores. */
export const backupMutants: readonly Mutant[] = [
  {
    fault: 'a damaged file is restored',
    file: restore,
    find: 'if (copier.sums.get(path) !== sum) {',
    replace: 'if (copier.sums.get(path) === undefined) {',
    tests,
  },
  {
    fault: 'a restored database assigns numbers again that were assigned after the backup',
    file: 'server/domain/restored.ts',
    find: 'const SKIPPED_NUMBERS = 1_000_000;',
    replace: 'const SKIPPED_NUMBERS = 0;',
    tests,
  },
  {
    fault: 'a restore does not pause the payouts',
    file: 'server/domain/restored.ts',
    find: "'payout.paused': 'true'",
    replace: "'payout.paused': 'false'",
    tests,
  },
  {
    fault: 'an export makes a batch while payouts are paused',
    file: 'server/operator/payouts/booking.ts',
    find: "if (settings.get('payout.paused')) {",
    replace: "if (settings.get('payout.paused') && out === '') {",
    tests,
  },
  {
    fault: 'a backup lacks the label that says where its log begins',
    file: copy,
    find: "    await target.write('backup_label', Buffer.from(labelfile));\n",
    replace: '',
    tests,
  },
  {
    fault: 'a backup contains the unfinished file of a clip that is being added',
    file: 'server/operator/backup/make.ts',
    find: "if (path.startsWith('.')) continue;",
    replace: "if (path === '') continue;",
    tests,
  },
  {
    fault: 'a restore writes into a DATA_DIR that has a database',
    file: restore,
    find: 'for (const path of [foldersOf(dataDir).cluster, join(dataDir, MEDIA)]) {',
    replace: 'for (const path of [join(dataDir, MEDIA)]) {',
    tests,
  },
];
