import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { isAlive } from './embedded/process.ts';

/** File in DATA_DIR by which operator's commands find the server. It remains after the server's end. */
const serverRecord = v.object({
  /** the address that it listens on */
  address: v.string(),
  /** origin of the app; servers of older versions have not written it */
  publicUrl: v.optional(v.string()),
  /** name of its database, without the password */
  database: v.string(),
  pid: v.number(),
});
export type ServerRecord = v.InferOutput<typeof serverRecord>;

const fileOf = (dataDir: string) => join(dataDir, 'server.json');

/** Records a server that has started; it replaces the record of an earlier server with the same DATA_DIR. */
export async function writeServerRecord(dataDir: string, record: ServerRecord): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${fileOf(dataDir)}.new-${process.pid}`;
  await writeFile(draft, `${JSON.stringify(record)}\n`);
  await rename(draft, fileOf(dataDir));
}

/** @returns null when no server has started with this DATA_DIR, or its record is unreadable */
export async function readServerRecord(
  dataDir: string,
): Promise<(ServerRecord & { readonly runs: boolean }) | null> {
  try {
    const text = await readFile(fileOf(dataDir), 'utf8');
    const record = v.parse(serverRecord, JSON.parse(text));
    return { ...record, runs: isAlive(record.pid) };
  } catch {
    return null;
  }
}
