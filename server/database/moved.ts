import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { DatabaseError } from './database-error.ts';

/** File that `move` writes beside the embedded database. */
const moveRecord = v.object({
  /** the target database, without its password */
  to: v.string(),
  /** id of the move, which is also in the copy's audit log */
  id: v.string(),
  /** whether the copy is complete: the embedded database must not be used any more */
  done: v.boolean(),
});
export type MoveRecord = v.InferOutput<typeof moveRecord>;

export const moveRecordOf = (dataDir: string) => join(dataDir, 'moved.json');

/**
 * @returns null when nothing was moved
 * @throws DatabaseError when the file cannot be read: it is unknown then whether the database may be used
 */
export async function readMoveRecord(dataDir: string): Promise<MoveRecord | null> {
  const path = moveRecordOf(dataDir);
  try {
    return v.parse(moveRecord, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new DatabaseError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

export async function writeMoveRecord(dataDir: string, record: MoveRecord): Promise<void> {
  const path = moveRecordOf(dataDir);
  const draft = `${path}.new-${process.pid}`;
  await writeFile(draft, `${JSON.stringify(record)}\n`, { flush: true });
  await rename(draft, path);
}

export const removeMoveRecord = (dataDir: string): Promise<void> =>
  rm(moveRecordOf(dataDir), { force: true });

/** @throws DatabaseError when the embedded database was moved: two databases in use would diverge */
export async function assertNotMoved(dataDir: string): Promise<void> {
  const moved = await readMoveRecord(dataDir);
  if (!moved) return;
  throw new DatabaseError(
    moved.done
      ? `the database of ${dataDir} was moved to ${moved.to}: set DATABASE_URL (or, to use the old one again, delete ${moveRecordOf(dataDir)})`
      : `a move of the database of ${dataDir} to ${moved.to} was not finished: give the command \`move\` again`,
  );
}
