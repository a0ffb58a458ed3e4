import type { AccountType, WithdrawalStep } from '../../contract/shapes.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { countSoloPayments } from './approvals.ts';
import { lockPersonSums, lockSoloAllowance, readPersonSums } from './approved-alone.ts';
import type { Paid } from './paid-currency.ts';
import { type KindOfAccount, kindInSql } from './payout-accounts/kinds.ts';
import { openAccounts } from './payout-accounts/sealed.ts';
import { type BatchOrder, type Chosen, findChosen, isSoloApproval } from './payout-choice.ts';
import { sealFile, unsealFile } from './payout-file.ts';
import { SettlementError, transitionOf } from './payout-steps.ts';

export interface Payment extends Paid {
  readonly withdrawal_id: bigint;
  /** the payment's reference for the provider, by which its result is found */
  readonly payout_reference: string;
  /** 1/10,000 units: the requested amount, which is also the paid sum unless the method pays in another currency */
  readonly amount: bigint;
  readonly method: string;
  readonly country: string;
  readonly account_type: AccountType;
  readonly recipient_name: string;
  readonly account: string;
  readonly step: WithdrawalStep;
  readonly reason: string | null;
}

/** A stored payment of a batch, with the kind of its account. */
export type StoredPayment = Payment & KindOfAccount;

interface TakenRow extends Payment {
  readonly user_id: bigint;
  readonly is_alone: boolean;
}

export interface Batch {
  readonly batch_id: bigint;
  readonly payments: readonly Payment[];
  readonly content: Buffer;
}

/** $7 the approving operator. */
const EXPORT = `
  select *, ${isSoloApproval('$7')} as is_alone from export_withdrawals($1, $2, $3, $4, $5, $6, $7, $8)
  order by withdrawal_id`;

/**
 * Returns the requests that can be chosen now, and locks the sums of their people: other approvals for these people by
 * single operators wait until the transaction ends. Leaves out people whose sums have meanwhile become too large.
 */
async function lockChoice(db: Database, order: BatchOrder, now: Date): Promise<Chosen[]> {
  const { approval } = order;
  const room = await lockSoloAllowance(db, approval, now);
  const soloSums = { room, sums: await readPersonSums(db, approval, now) };
  const chosen = await findChosen(db, order, soloSums, now);
  const alone = chosen.filter(({ is_alone }) => is_alone).map(({ user_id }) => user_id);
  const sums = await lockPersonSums(db, approval, alone, now);
  const only = chosen.map(({ withdrawal_id }) => withdrawal_id);
  return findChosen(db, { ...order, only }, { room, sums }, now);
}

/**
 * Puts pending requests into a new batch, and stores the bytes of its file.
 * @param makeFile makes the file of the payments; if it throws, nothing changes
 * @returns null when no request can be paid
 */
export function createBatch(
  db: Database,
  order: BatchOrder,
  makeFile: (batchId: bigint, payments: readonly Payment[]) => Buffer,
  now: Date,
): Promise<Batch | null> {
  const { method, format, approval } = order;
  return inTransaction(db, async (transaction) => {
    const next = await transaction.query<{ batch_id: bigint }>(
      `select nextval(pg_get_serial_sequence('payout_batch', 'batch_id')) as batch_id`,
    );
    const batch_id = next.rows[0]?.batch_id ?? 0n;
    const chosen = await lockChoice(transaction, order, now);
    const { from, to } = transitionOf('batch.exported');
    const { rows } = await transaction.query<TakenRow>(EXPORT, [
      chosen.map(({ user_id }) => user_id),
      chosen.map(({ withdrawal_id }) => withdrawal_id),
      ...[batch_id, now, from, to, approval.who, approval.above],
    ]);
    const payments = openAccounts(transaction, rows);
    if (payments.length === 0) return null;
    const alone = payments.filter(({ is_alone }) => is_alone);
    // the sums fit, but meanwhile the operator may have made a reset link for one of these people
    if (await countSoloPayments(transaction, approval, alone, now)) {
      throw new SettlementError(
        'the amount that you may pay alone has changed at this moment: try again',
      );
    }
    const content = makeFile(batch_id, payments);
    await transaction.query(
      `insert into payout_batch (batch_id, method, format, content, who, created_at)
       overriding system value values ($1, $2, $3, $4, $5, $6)`,
      [batch_id, method, format, await sealFile(transaction, batch_id, content), approval.who, now],
    );
    return { batch_id, payments, content };
  });
}

/**
 * Records that the operator's copy of the file is written.
 * @returns whether the file is still valid: its batch was not cancelled meanwhile
 */
export async function markWritten(db: Database, batchId: bigint, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payout_batch set written_at = coalesce(written_at, $2)
     where batch_id = $1 and cancelled_at is null`,
    [batchId, now],
  );
  return rowCount === 1;
}

/** The bytes of a batch's file; null: there is no such batch, or its file is erased. */
export async function readContent(db: Database, batchId: bigint): Promise<Buffer | null> {
  const { rows } = await db.query<{ content: Buffer }>(
    'select content from payout_batch where batch_id = $1 and erased_at is null',
    [batchId],
  );
  return rows[0] ? unsealFile(db, batchId, rows[0].content) : null;
}

export async function readPayments(db: Database, batchId: bigint): Promise<StoredPayment[]> {
  const { rows } = await db.query<StoredPayment & { user_id: bigint }>(
    `select *, ${kindInSql('withdrawal')} from withdrawal where batch_id = $1 order by withdrawal_id`,
    [batchId],
  );
  return openAccounts(db, rows);
}
