import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { type Database, retryOnConflict } from '../../database/database.ts';
import {
  type BatchFormat,
  type BatchOrder,
  countLeftOut,
  createBatch,
  type LeftOut,
  markWritten,
  type Recipient,
  readContent,
  readRecipients,
} from '../../domain/payout-batches.ts';
import type { Settings } from '../../domain/settings.ts';
import { type OperatorContext, OperatorError } from '../command.ts';
import { fitsFormat } from './account-fit.ts';
import { bankName } from './bank-text.ts';
import type { Disk } from './disk.ts';
import type { Debtor } from './file-head.ts';
import { drawings } from './files.ts';

/** @throws OperatorError when one part of it is not set */
function debtorOf(settings: Settings): Debtor {
  const debtor = {
    name: settings.get('payout.debtor_name'),
    iban: settings.get('payout.debtor_iban'),
    bic: settings.get('payout.debtor_bic'),
  };
  const missing = Object.entries(debtor).filter(([, value]) => value === '');
  if (missing.length > 0) {
    const keys = missing.map(([name]) => `payout.debtor_${name}`).join(', ');
    throw new OperatorError(`pain.001 needs to know who pays: set ${keys} (config set)`);
  }
  return debtor;
}

export interface Exported {
  readonly batch_id: bigint;
  readonly payments: number;
  /** 1/10,000 units */
  readonly amount: bigint;
  readonly leftOut: LeftOut;
  readonly sorted: Sorted;
}

/** Who waits, by whether a format can pay them. */
interface Sorted {
  readonly format: BatchFormat;
  /** whom it can pay */
  readonly fit: readonly Recipient[];
  /** whose accounts are of another kind than the format's */
  readonly elsewhere: readonly Recipient[];
  /** whose names no bank can read */
  readonly unnamed: readonly Recipient[];
}

async function sortRecipients(db: Database, { method, format }: BatchOrder): Promise<Sorted> {
  const all = await readRecipients(db, method);
  const { fit = [], elsewhere = [] } = Object.groupBy(all, (recipient) =>
    fitsFormat(format, recipient) ? 'fit' : 'elsewhere',
  );
  const isUnnamed = ({ recipient_name }: Recipient) =>
    format === 'pain.001' && bankName(recipient_name) === null;
  const named = fit.filter((each) => !isUnnamed(each));
  return { format, elsewhere, unnamed: fit.filter(isUnnamed), fit: named };
}

/** The requests that are left out. */
export const idsOf = ({ elsewhere, unnamed }: Sorted): bigint[] =>
  [...elsewhere, ...unnamed].map(({ withdrawal_id }) => withdrawal_id);

/** Who is left out, by request and name. */
export function wordsOfUnfit({ format, elsewhere, unnamed }: Sorted): string {
  const words = (why: string, recipients: readonly Recipient[]) => {
    const named = recipients.map(({ withdrawal_id, recipient_name }) => {
      return `${withdrawal_id} "${recipient_name}"`;
    });
    return named.length > 0 ? `; left out, for ${why}: ${named.join(', ')}` : '';
  };
  return (
    words(`${format} does not pay to such an account`, elsewhere) +
    words('no bank can read the name', unnamed)
  );
}

/**
 * Stores a batch with its file's bytes; the file itself comes after the commit, so that no file
 * ever names a payment that its batch does not.
 * @throws OperatorError when nothing can be paid, or pain.001 is not set up
 */
export async function exportBatch(
  { db, now }: OperatorContext,
  order: BatchOrder,
  settings: Settings,
): Promise<Exported> {
  const debtor = order.format === 'pain.001' ? debtorOf(settings) : null;
  const draw = drawings[order.format];
  const sorted = await sortRecipients(db, order);
  const only = sorted.fit.map(({ withdrawal_id }) => withdrawal_id);
  const batch = await createBatch(
    db,
    { ...order, only },
    (batchId, payments) => draw({ batchId, now, debtor }, payments),
    now,
  );
  const leftOut = await countLeftOut(db, order, now);
  if (!batch)
    throw new OperatorError(
      `nothing can be paid by ${order.method}${wordsOf(leftOut)}${wordsOfUnfit(sorted)}`,
    );
  const amount = batch.payments.reduce((sum, payment) => sum + payment.amount, 0n);
  return { batch_id: batch.batch_id, payments: batch.payments.length, amount, leftOut, sorted };
}

/** How many wait, and for what. */
export function wordsOf(leftOut: LeftOut): string {
  const { in_review, of_blocked_users, needs_another_operator, others } = leftOut;
  const parts = [
    in_review > 0 ? `${in_review} in review` : '',
    of_blocked_users > 0 ? `${of_blocked_users} of blocked users (unblock them, or reject)` : '',
    needs_another_operator > 0 ? `${needs_another_operator} for another operator` : '',
    others > 0 ? `${others} for another format, or beyond the limit` : '',
  ].filter(Boolean);
  return parts.length > 0 ? `; waiting: ${parts.join(', ')}` : '';
}

/** @throws OperatorError when there is such a file, or no such folder */
export async function refuseExisting(disk: Disk, path: string): Promise<void> {
  if (!(await disk.exists(dirname(path)))) throw new OperatorError(`${dirname(path)} is no folder`);
  if (await disk.exists(path)) throw new OperatorError(`${path} exists already`);
}

/** Writes a file under another name first, safely, and then under its own, which nothing else may have. */
export async function writeWhole(disk: Disk, out: string, content: Buffer): Promise<void> {
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
 * Writes the bytes of a stored batch. To be called after the batch was committed.
 * @throws OperatorError that says how to do it again
 */
export async function writeBatch(
  db: Database,
  { batchId, out, disk, now }: { batchId: bigint; out: string; disk: Disk; now: Date },
): Promise<void> {
  let counts: boolean;
  try {
    const content = await readContent(db, batchId);
    if (!content) throw new Error('it is not stored');
    await writeWhole(disk, out, content);
    counts = await retryOnConflict(db, () => markWritten(db, batchId, now));
  } catch (error) {
    throw new OperatorError(
      `batch ${batchId} is stored, but its file is not known to be written ` +
        `(${(error as Error).message}): payouts export --batch ${batchId} --out FILE writes it`,
    );
  }
  if (!counts) throw new OperatorError(`batch ${batchId} is cancelled: do not send ${out}`);
}

export const pathOf = ({ directory }: OperatorContext, file: string): string =>
  resolve(directory, file);
