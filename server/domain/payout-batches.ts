import type { WithdrawalStep } from '../../contract/shapes.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { isIbanInSql } from './iban.ts';
import { IS_BLOCKED, moveOf, takeStep, writeSteps } from './payout-steps.ts';
import { type Approval, needsSecond } from './settlement.ts';

export const batchFormats = ['csv', 'paypal-csv', 'pain.001'] as const;
export type BatchFormat = (typeof batchFormats)[number];

/** One line of a batch: who is to be paid what. */
export interface Payment {
  readonly withdrawal_id: bigint;
  /** what the payment is called at whoever pays, and what its result is found by */
  readonly payout_reference: string;
  /** 1/10,000 units */
  readonly amount: bigint;
  readonly method: string;
  readonly country: string;
  readonly account_type: string;
  readonly recipient_name: string;
  readonly account: string;
  readonly step: WithdrawalStep;
  readonly reason: string | null;
}

export interface BatchOrder {
  readonly method: string;
  readonly format: BatchFormat;
  /** the most payments; null: all */
  readonly limit: number | null;
  /** who exports approves: what needs two operators was prepared by somebody else, or waits */
  readonly approval: Approval & { readonly who: string };
}

export interface Batch {
  readonly batch_id: bigint;
  readonly payments: readonly Payment[];
  readonly content: Buffer;
}

/** SQL of whether XML can hold an account as it is, in the 34 characters that pain.001 has for it. */
const IS_PLAIN = `(char_length(account) <= 34
  and account !~ '^\\s|\\s$|[\\u0001-\\u001F\\u007F-\\u009F\\uFFFE\\uFFFF]')`;

/**
 * What a format cannot say exactly is paid in another way: parts of a cent, and accounts that a
 * spreadsheet would take for a formula, that are too long or that XML may not hold: nobody may write
 * them otherwise, for a machine reads them.
 */
const FITS: Readonly<Record<BatchFormat, string>> = {
  csv: 'true',
  'paypal-csv': "(amount % 100 = 0 and account !~ '^[-=+@[:cntrl:]]')",
  'pain.001': `(amount % 100 = 0 and (${isIbanInSql('account')} or ${IS_PLAIN}))`,
};

/**
 * $1 the method, $2 and $3 the move, $4 the batch, $5 who, $6 above which amount two operators are
 * needed, $7 the most payments, $8 now.
 */
const takePending = (format: BatchFormat) => `
  with taken as (
    update withdrawal set ${takeStep('$3')}, batch_id = $4::bigint,
      payout_reference = 'B' || $4::bigint || '-W' || withdrawal.withdrawal_id
    where (user_id, withdrawal_id) in (
      select user_id, withdrawal_id from withdrawal
      where method = $1 and step = any($2) and (not ${needsSecond('$6')} or prepared_by <> $5::text)
        and ${FITS[format]}
        and not ${IS_BLOCKED}
      order by withdrawal_id limit $7::bigint for update skip locked
    )
    returning withdrawal.*
  ),
  history as (${writeSteps('taken', '$8')})
  select * from taken order by withdrawal_id`;

/**
 * Puts pending requests into a new batch, for good, together with the file's bytes.
 * @param draw the file of these payments; what it throws leaves everything as it was
 * @returns null when nothing can be paid
 */
export function createBatch(
  db: Database,
  { method, format, limit, approval: { who, above } }: BatchOrder,
  draw: (batchId: bigint, payments: readonly Payment[]) => Buffer,
  now: Date,
): Promise<Batch | null> {
  return inTransaction(db, async (transaction) => {
    const next = await transaction.query<{ batch_id: bigint }>(
      `select nextval(pg_get_serial_sequence('payout_batch', 'batch_id')) as batch_id`,
    );
    const batch_id = next.rows[0]?.batch_id ?? 0n;
    const { from, to } = moveOf('batch.exported');
    const values = [method, from, to, batch_id, who, above, limit, now];
    const { rows: payments } = await transaction.query<Payment>(takePending(format), values);
    if (payments.length === 0) return null;
    const content = draw(batch_id, payments);
    await transaction.query(
      `insert into payout_batch (batch_id, method, format, content, who, created_at)
       overriding system value values ($1, $2, $3, $4, $5, $6)`,
      [batch_id, method, format, content, who, now],
    );
    return { batch_id, payments, content };
  });
}

/** Why requests of a method are not in a batch, and how many. */
export interface LeftOut {
  readonly in_review: number;
  readonly of_blocked_users: number;
  readonly needs_another_operator: number;
  /** the format cannot pay them, or the limit was reached */
  readonly others: number;
}

export async function countLeftOut(
  db: Database,
  { method, approval: { who, above } }: BatchOrder,
): Promise<LeftOut> {
  const { rows } = await db.query<LeftOut>(
    `with left_out as (
       select step, ${needsSecond('$3')} and prepared_by is distinct from $2::text
           and prepared_by is not null as is_prepared, ${needsSecond('$3')} as needs,
         ${IS_BLOCKED} as is_blocked
       from withdrawal where method = $1 and step in ('pending', 'in_review')
     )
     select count(*) filter (where step = 'in_review')::int as in_review,
       count(*) filter (where step = 'pending' and is_blocked)::int as of_blocked_users,
       count(*) filter (where step = 'pending' and not is_blocked and needs and not is_prepared)::int
         as needs_another_operator,
       count(*) filter (
         where step = 'pending' and not is_blocked and (is_prepared or not needs)
       )::int as others
     from left_out`,
    [method, who, above],
  );
  const [row] = rows;
  if (!row) throw new Error('nothing was counted');
  return row;
}

/** The file's bytes are safely where the operator wanted them. */
export async function markWritten(db: Database, batchId: bigint, now: Date): Promise<void> {
  await db.query(
    'update payout_batch set written_at = coalesce(written_at, $2) where batch_id = $1',
    [batchId, now],
  );
}

export interface BatchRow {
  readonly batch_id: bigint;
  readonly method: string;
  readonly format: BatchFormat;
  readonly who: string;
  readonly created_at: Date;
  readonly written_at: Date | null;
  readonly payments: number;
  readonly amount: bigint;
  readonly open: number;
  readonly paid: number;
  readonly failed: number;
  readonly returned: number;
}

/** Batches and what became of their payments, the newest first. @param batchId null: all */
export async function readBatches(db: Database, batchId: bigint | null): Promise<BatchRow[]> {
  const { rows } = await db.query<BatchRow>(
    `select batch_id, payout_batch.method, format, who, payout_batch.created_at, written_at,
       count(*)::int as payments, sum(amount)::bigint as amount,
       count(*) filter (where step = 'processing')::int as open,
       count(*) filter (where step = 'paid')::int as paid,
       count(*) filter (where step = 'failed')::int as failed,
       count(*) filter (where step = 'returned')::int as returned
     from payout_batch join withdrawal using (batch_id)
     where $1::bigint is null or batch_id = $1
     group by batch_id order by batch_id desc`,
    [batchId],
  );
  return rows;
}

/** The bytes of a batch's file; null: there is no such batch. */
export async function readContent(db: Database, batchId: bigint): Promise<Buffer | null> {
  const { rows } = await db.query<{ content: Buffer }>(
    'select content from payout_batch where batch_id = $1',
    [batchId],
  );
  return rows[0]?.content ?? null;
}

export async function readPayments(db: Database, batchId: bigint): Promise<Payment[]> {
  const { rows } = await db.query<Payment>(
    'select * from withdrawal where batch_id = $1 order by withdrawal_id',
    [batchId],
  );
  return rows;
}
