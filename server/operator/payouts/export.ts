import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { type Database, retryOnConflict } from '../../database/database.ts';
import { markWritten, readContent } from '../../domain/payout-batches.ts';
import { type OperatorContext, OperatorError } from '../command.ts';
import type { Disk } from './disk.ts';

/** @throws OperatorError when the file exists, or its folder does not */
export async function refuseExisting(disk: Disk, path: string): Promise<void> {
  if (!(await disk.exists(dirname(path)))) throw new OperatorError(`${dirname(path)} is no folder`);
  if (await disk.exists(path)) throw new OperatorError(`${path} exists already`);
}

/** Writes a file under a temporary name first, and then links it to its own name, which must be free. */
export async function writeAtomically(disk: Disk, out: string, content: Buffer): Promise<void> {
  const part = join(dirname(out), `.${basename(out)}.${randomBytes(6).toString('hex')}.part`);
  await disk.store(part, content);
  try {
    await disk.link(part, out);
  } finally {
    await disk.remove(part);
  }
  await disk.sync(dirname(out));
}

/**
 * Writes the bytes of a stored batch. Call it after the batch was committed.
 * @throws OperatorError that says how to write the file again, or that the batch is cancelled
 */
export async function writeBatch(
  db: Database,
  { batchId, out, disk, now }: { batchId: bigint; out: string; disk: Disk; now: Date },
): Promise<void> {
  let counts: boolean;
  try {
    const content = await readContent(db, batchId);
    if (!content) throw new Error('the file is not stored');
    await writeAtomically(disk, out, content);
    counts = await retryOnConflict(db, () => markWritten(db, batchId, now));
  } catch (error) {
    throw new OperatorError(
      `batch ${batchId} is stored, but its file may be missing ` +
        `(${(error as Error).message}): payouts export --batch ${batchId} --out FILE writes the file`,
    );
  }
  if (!counts) throw new OperatorError(`batch ${batchId} is cancelled: do not send ${out}`);
}

export const pathOf = ({ directory }: OperatorContext, file: string): string =>
  resolve(directory, file);
