import { resolve } from 'node:path';
import { formatMoney } from '../../contract/money.ts';
import { keysOf } from '../database/data-keys.ts';
import { settleRestored } from '../domain/restored.ts';
import { abortable } from './abortable.ts';
import { inMegabytes, makeBackup } from './backup/make.ts';
import { pruneArchive } from './backup/prune.ts';
import { restoreBackup } from './backup/restore.ts';
import { type Command, OperatorError, type StandaloneCommand, UsageError } from './command.ts';
import { readMoment } from './options.ts';
import { card } from './text.ts';

const OWN_POSTGRES =
  'DATABASE_URL is set: back up and restore that Postgres by its own tools, and DATA_DIR/media as files (docs/backing-up.md)';

export const backup: Command = {
  name: 'backup',
  allowsMissingKeys: true,
  synopsis: 'DIR',
  summary:
    'copies the embedded database and the media into DIR, a new folder, while people are paid',
  positionals: 1,
  options: [],
  run: async ({ db, dataDir, directory, isEmbedded, report }, { positionals: [dir = ''] }) => {
    if (!isEmbedded) throw new OperatorError(OWN_POSTGRES);
    const folder = resolve(directory, dir);
    const made = await abortable((signal) => makeBackup({ dataDir, folder, signal, report }));
    const json = { folder, ...made };
    const note = `the backup lacks the key of its payout accounts and e-mails: keep a copy of ${keysOf(db).file} elsewhere`;
    return { json, text: card({ ...json, bytes: inMegabytes(made.bytes) }), note };
  },
};

const AFTER_RESTORE = `payouts are paused: the balances contain the payments after the backup again.
Compare them with your provider (docs/backing-up.md), then: config set payout.paused false`;

/** Runs only the database step of `restore`, after other tools have restored a Postgres or a whole machine. */
export const restored: Command = {
  name: 'database restored',
  precedesServer: true,
  changes: true,
  synopsis: '',
  summary:
    'pauses payouts and skips numbers that providers and phones may know already; give this command before the server starts on a database that other tools have restored',
  positionals: 0,
  options: [],
  run: async ({ db, now }) => {
    await settleRestored(db, now);
    return { json: { paused: true }, text: AFTER_RESTORE };
  },
};

export const restore: StandaloneCommand = {
  name: 'restore',
  synopsis: 'DIR [--archive ARCHIVE_DIR [--until TIME]]',
  summary:
    'checks the backup in DIR and restores it into DATA_DIR, which must have no database yet; with --archive it restores the changes after the backup too, up to TIME, such as 2026-03-31T12:00:00Z',
  positionals: 1,
  options: ['archive', 'until'],
  runStandalone: async (
    { config, dataDir, databaseUrl, directory, who, say, report },
    { positionals: [dir = ''], values },
  ) => {
    const until = readMoment('until', values.until);
    if (until && values.archive === undefined) throw new UsageError('--until needs --archive');
    const archiveDir = values.archive === undefined ? null : resolve(directory, values.archive);
    if (databaseUrl !== null) throw new OperatorError(OWN_POSTGRES);
    const folder = resolve(directory, dir);
    const { dataKeys } = config;
    const order = { dataDir, dataKeys, folder, archiveDir, until, who, say, report };
    const { made_at, last_change, ledger } = await abortable((signal) =>
      restoreBackup({ ...order, signal }),
    );
    const { users, transfers, differences } = ledger;
    const available = formatMoney(ledger.available);
    const held = formatMoney(ledger.held);
    const moments = { made_at, ...(last_change !== undefined && { last_change }) };
    const json = { ...moments, users, transfers, available, held, differences };
    const isGood = differences.length === 0;
    const verdict = isGood ? 'the ledger is in order' : differences.join('\n');
    return {
      json,
      text: `${card({ ...moments, users, transfers, available, held })}\n${verdict}`,
      note: AFTER_RESTORE,
      status: isGood ? 0 : 1,
    };
  },
};

export const pruneCommand: StandaloneCommand = {
  name: 'archive prune',
  synopsis: 'DIR',
  summary:
    'removes the files from ARCHIVE_DIR that the backup in DIR and newer backups do not need; DIR is the oldest backup that you keep',
  positionals: 1,
  options: [],
  runStandalone: async ({ config, directory }, { positionals: [dir = ''] }) => {
    const { archiveDir } = config;
    if (archiveDir === null)
      throw new OperatorError('ARCHIVE_DIR is not set: the database is not archived');
    const pruned = await pruneArchive(archiveDir, resolve(directory, dir));
    return { json: pruned, text: card({ ...pruned, bytes: inMegabytes(pruned.bytes) }) };
  },
};
