import { cp, mkdir, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { connectAsOwner } from '../../server/database/embedded/launch.ts';
import type { OpenDatabase } from '../../server/database/open.ts';
import { openWithDemo } from '../../server/demo/open.ts';
import { startChild } from './children.ts';

/** Opens a database as a server with ARCHIVE_DIR does. */
export async function openArchived(
  dataDir: string,
  archiveDir: string | null,
  log: (line: string) => void = () => {},
): Promise<OpenDatabase> {
  if (archiveDir !== null) await mkdir(archiveDir, { recursive: true });
  return openWithDemo({ databaseUrl: null, dataDir, archiveDir, log });
}

/** Runs a query as the superuser of Postgres. @returns the first row */
export async function queryAsSuperuser<Row extends object>(
  dataDir: string,
  text: string,
): Promise<Row> {
  const client = await connectAsOwner(foldersOf(dataDir));
  try {
    const { rows } = await client.query<Row>(text);
    return rows[0] as Row;
  } finally {
    await client.end();
  }
}

const WAIT_MS = 30_000;

/** Polls until `isSo` resolves to true; throws after 30 seconds. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT_MS; !(await isSo()); await delay(50)) {
    if (Date.now() > end) throw new Error(`${what}: not so within 30 seconds`);
  }
}

/** Completes the current log file, and waits until it is archived. */
export async function archiveAll(dataDir: string): Promise<void> {
  const { name } = await queryAsSuperuser<{ name: string }>(
    dataDir,
    'select pg_walfile_name(ended) as name from pg_switch_wal() as ended',
  );
  await until(`the archive has ${name}`, async () => {
    const state = await queryAsSuperuser<{ last: string | null }>(
      dataDir,
      'select last_archived_wal as last from pg_stat_archiver',
    );
    return (state.last ?? '') >= name;
  });
}

/** Lists the files of the only archive in ARCHIVE_DIR, with their folder. */
export async function filesOf(archiveDir: string): Promise<{ folder: string; names: string[] }> {
  const [name = ''] = await readdir(archiveDir);
  const folder = join(archiveDir, name);
  return { folder, names: (await readdir(folder)).sort() };
}

/** Pays people in a child process, then kills it. @returns the acknowledged movements */
export async function payFor(
  dataDir: string,
  movements: number,
  start: number,
): Promise<readonly string[]> {
  const writer = startChild('write.ts', dataDir, String(start));
  await writer.count(movements);
  writer.process.kill('SIGKILL');
  await writer.ended;
  return writer.lines;
}

/** Waits until a killed Postgres has been started again. */
export const untilPostgresIsBack = (dataDir: string) =>
  until('Postgres is back', () =>
    queryAsSuperuser(dataDir, 'select 1').then(
      () => true,
      () => false,
    ),
  );

/** Copies an archive and damages the copy. @returns the copy’s ARCHIVE_DIR */
export async function copyArchive(
  from: string,
  to: string,
  damage: (folder: string) => Promise<unknown>,
): Promise<string> {
  const inside = join(to, basename(from));
  await cp(from, inside, { recursive: true });
  await damage(inside);
  return to;
}

export async function overwrite(path: string, text: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.from(text), 0, text.length, at);
  await file.close();
}
