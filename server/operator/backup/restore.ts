import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readTime } from '../../database/clock.ts';
import { inTransaction } from '../../database/database.ts';
import { findBinaries } from '../../database/embedded/binaries.ts';
import { foldersOf, makeDataDir } from '../../database/embedded/folders.ts';
import { chooseIdentity, type Owner } from '../../database/embedded/identity.ts';
import { stopRunning } from '../../database/embedded/launch.ts';
import { removeLeftovers } from '../../database/embedded/leftovers.ts';
import { openDatabase } from '../../database/open.ts';
import { OPERATOR_LIMITS } from '../../database/session.ts';
import { writeAudit } from '../../domain/audit.ts';
import { settleRestored } from '../../domain/restored.ts';
import { type LedgerReport, verifyLedger } from '../../domain/verify.ts';
import { OperatorError } from '../command.ts';
import { disk } from '../payouts/disk.ts';
import {
  type ArchivedLog,
  assertLogUndamaged,
  copyLog,
  findLog,
  lastChange,
  recoveryError,
  recoverySettings,
} from './archive.ts';
import { Copier, listFiles } from './copier.ts';
import type { RestoreOrder } from './order.ts';
import { type Backup, CLUSTER, MEDIA, OWN_FILES, readBackup } from './record.ts';

export interface Restored {
  readonly made_at: string;
  /** time of the last restored change, when an archive was given; null: none after the backup */
  readonly last_change?: string | null;
  readonly ledger: LedgerReport;
}

/** @throws OperatorError when a restore would overwrite something */
async function checkTarget(dataDir: string): Promise<void> {
  for (const path of [foldersOf(dataDir).cluster, join(dataDir, MEDIA)]) {
    if (await disk.exists(path)) {
      throw new OperatorError(`${path} exists already: restore into an empty DATA_DIR`);
    }
  }
}

/** Copies the backup's files, and checks the SHA-256 of each. */
async function copyChecked(
  { folder, signal, report }: RestoreOrder,
  { folders, sums }: Backup,
  draft: string,
  owner: Owner | null,
): Promise<void> {
  const found = new Set(await listFiles(folder));
  for (const name of OWN_FILES) found.delete(name);
  const surplus = [...found].filter((path) => !sums.has(path));
  const missing = [...sums.keys()].filter((path) => !found.has(path));
  if (surplus.length > 0) throw new OperatorError(`${surplus[0]} is no part of the backup`);
  if (missing.length > 0) throw new OperatorError(`the backup lacks ${missing[0]}`);
  const target = { folder: draft, signal, onBytes: () => {} };
  const cluster = new Copier({ ...target, owner, isPublic: false });
  const media = new Copier({ ...target, owner: null, isPublic: true });
  const copierOf = (path: string) => (path.split('/')[0] === MEDIA ? media : cluster);
  for (const path of folders) await copierOf(path).makeFolder(path);
  let done = 0;
  for (const [path, sum] of sums) {
    const copier = copierOf(path);
    await copier.copy(join(folder, path), path, false);
    if (copier.sums.get(path) !== sum) {
      throw new OperatorError(`${path} of the backup is damaged: its SHA-256 is wrong`);
    }
    done += 1;
    report?.('copying', done / sums.size);
  }
  await cluster.sync();
  await media.sync();
}

/**
 * Restores a backup into a DATA_DIR without a database: checks its files, brings the copy of the
 * cluster to the requested moment and to this version's schema, and verifies the ledger. The
 * database appears in DATA_DIR only when all of that is done.
 * @throws OperatorError, DatabaseError with one line when it fails; nothing is left then
 */
export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
  const { dataDir, folder, say } = order;
  const backup = await readBackup(folder);
  await makeDataDir(dataDir);
  await checkTarget(dataDir);
  const { owner } = await chooseIdentity(foldersOf(dataDir).cluster);
  const { major } = await findBinaries(owner, say);
  if (backup.postgres !== major) {
    throw new OperatorError(
      `the backup was made by Postgres ${backup.postgres}, and this version of Clipurse has Postgres ${major}: restore the backup with the version of Clipurse that made it`,
    );
  }
  // a killed command may have left its Postgres running
  await removeLeftovers(join(dataDir, 'restore'), (draft) =>
    stopRunning({ folders: foldersOf(draft), log: say }),
  );
  const log = await findLog(order, backup);
  const draft = join(dataDir, `restore.new-${process.pid}`);
  try {
    await mkdir(draft);
    await chmod(draft, 0o755);
    await copyChecked(order, backup, draft, owner);
    if (log) await copyLog(order, log, join(draft, CLUSTER), owner);
    const ledger = await prepareAndVerifyCopy(order, backup, draft, log);
    if (log) await assertLogUndamaged(draft, order.until);
    const last_change = await lastChange(draft);
    await moveIn(draft, dataDir);
    return { made_at: backup.made_at, ...(log && { last_change }), ledger };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Starts Postgres on the draft, pauses payouts and skips numbers there, verifies the ledger, and stops Postgres. */
async function prepareAndVerifyCopy(
  order: RestoreOrder,
  { made_at }: Backup,
  draft: string,
  log: ArchivedLog | null,
): Promise<LedgerReport> {
  order.report?.('starting Postgres on the copy');
  const until = order.until ? { until: order.until.toISOString() } : {};
  const database = await openDatabase({
    databaseUrl: null,
    dataDir: draft,
    dataKeys: order.dataKeys,
    log: order.say,
    maxConnections: 2,
    limits: OPERATOR_LIMITS,
    settings: log ? recoverySettings(order.until) : {},
  }).catch(async (error: unknown) => {
    throw log ? await recoveryError(error, { log, draft, made_at }) : error;
  });
  try {
    const now = await readTime(database.pool);
    await inTransaction(database.pool, async (db) => {
      await settleRestored(db, now);
      await writeAudit(db, { who: order.who, action: 'restore', what: { made_at, ...until } }, now);
    });
    order.report?.('verifying the ledger');
    return await verifyLedger(database.pool);
  } finally {
    await database.close();
  }
}

async function moveIn(draft: string, dataDir: string): Promise<void> {
  if (await disk.exists(join(draft, MEDIA))) {
    await rename(join(draft, MEDIA), join(dataDir, MEDIA));
  }
  await rename(join(draft, CLUSTER), foldersOf(dataDir).cluster);
  await disk.sync(dataDir);
}
