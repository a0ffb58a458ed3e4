import type { AccountType, WithdrawalStep } from '../../contract/shapes.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { type Approval, countAlone, dayOf, mayPay, needsSecond, roomOf } from './approvals.ts';
import { isIbanInSql } from './iban.ts';
import { type AccountKind, type KindOfAccount, kindInSql } from './payout-accounts/kinds.ts';
import { IS_BLOCKED, moveOf, SettlementError, takeStep, writeSteps } from './payout-steps.ts';

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
  readonly account_type: AccountType;
  readonly recipient_name: string;
  readonly account: string;
  readonly step: WithdrawalStep;
  readonly reason: string | null;
}

/** A payment of a batch that is stored, with what decides how its account is written. */
export type StoredPayment = Payment & KindOfAccount;

interface TakenRow extends Payment {
  readonly user_id: bigint;
  readonly is_alone: boolean;
}

/** SQL of whether no other operator has prepared a request. @param who SQL of the operator */
const IS_ALONE = (who: string): string => `(prepared_by is null or prepared_by = ${who}::text)`;

export interface BatchOrder {
  readonly method: string;
  readonly format: BatchFormat;
  /** the most payments; null: all */
  readonly limit: number | null;
  /** the requests that were looked at, and that the format can write; not given: all */
  readonly only?: readonly bigint[];
  /** who exports approves: what needs two operators was prepared by somebody else, or waits */
  readonly approval: Approval;
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
 * Requests that an operator may pay: $1 the method, $2 the steps, $3 who, $4 the limit of what one
 * operator pays alone, $5 today.
 */
const payable = (format: BatchFormat) => `
  select user_id, withdrawal_id, amount, ${IS_ALONE('$3')} as is_alone
  from withdrawal
  where method = $1 and step = any($2) and ${mayPay('$3', '$4', '$5')} and ${FITS[format]}
    and ($11::bigint[] is null or withdrawal_id = any($11))
    and not ${IS_BLOCKED}`;

/**
 * $6 the step, $7 the batch, $8 the most payments, $9 now, $10 what the operator may still let out
 * alone (null: any amount). Those of the operator alone are taken in their order while they fit.
 */
const takePending = (format: BatchFormat) => `
  with payable as (${payable(format)}),
  fitting as (
    select * from (
      select *, coalesce(sum(amount) filter (where is_alone) over (order by withdrawal_id), 0) as sum
      from payable where not is_alone or $10::bigint is null or amount <= $10
    ) as summed
    where not is_alone or $10::bigint is null or sum <= $10
  ),
  taken as (
    update withdrawal set ${takeStep('$6')}, batch_id = $7::bigint,
      payout_reference = 'B' || $7::bigint || '-W' || withdrawal.withdrawal_id
    where (user_id, withdrawal_id) in (
      select user_id, withdrawal_id from withdrawal
      where (user_id, withdrawal_id) in (select user_id, withdrawal_id from fitting)
        and step = any($2) and (not ${needsSecond('$4')} or prepared_by <> $3::text)
        and not ${IS_BLOCKED}
      order by withdrawal_id limit $8::bigint for update skip locked
    )
    returning withdrawal.*
  ),
  history as (${writeSteps('taken', '$9')})
  select *, ${IS_ALONE('$3')} as is_alone from taken order by withdrawal_id`;

/**
 * Puts pending requests into a new batch, for good, together with the file's bytes.
 * @param draw the file of these payments; what it throws leaves everything as it was
 * @returns null when nothing can be paid
 */
export function createBatch(
  db: Database,
  { method, format, limit, only, approval }: BatchOrder,
  draw: (batchId: bigint, payments: readonly Payment[]) => Buffer,
  now: Date,
): Promise<Batch | null> {
  const { who, above } = approval;
  return inTransaction(db, async (transaction) => {
    const next = await transaction.query<{ batch_id: bigint }>(
      `select nextval(pg_get_serial_sequence('payout_batch', 'batch_id')) as batch_id`,
    );
    const batch_id = next.rows[0]?.batch_id ?? 0n;
    const { from, to } = moveOf('batch.exported');
    const room = await roomOf(transaction, approval, now);
    const values = [
      method,
      from,
      who,
      above,
      dayOf(now),
      to,
      batch_id,
      limit,
      now,
      room,
      only ?? null,
    ];
    const { rows: payments } = await transaction.query<TakenRow>(takePending(format), values);
    if (payments.length === 0) return null;
    const alone = payments.filter(({ is_alone }) => is_alone);
    if (!(await countAlone(transaction, approval, alone, now))) {
      throw new SettlementError('another operator pays the same people at this moment: try again');
    }
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

/** Who is to be paid, and to what kind of account. */
export interface Recipient {
  readonly withdrawal_id: bigint;
  readonly recipient_name: string;
  readonly account: string;
  readonly account_type: AccountType;
  /** null: what the type says */
  readonly account_kind: AccountKind | null;
}

/** Who waits to be paid by a method. */
export async function readRecipients(db: Database, method: string): Promise<readonly Recipient[]> {
  const { rows } = await db.query<Recipient>(
    `select withdrawal_id, recipient_name, account, withdrawal.account_type, account_kind
     from withdrawal left join payout_method using (method)
     where method = $1 and step = any($2) order by withdrawal_id`,
    [method, moveOf('batch.exported').from],
  );
  return rows;
}

/** To be called after the batch was taken, in its transaction. */
export async function countLeftOut(
  db: Database,
  { method, approval }: BatchOrder,
  now: Date,
): Promise<LeftOut> {
  const room = await roomOf(db, approval, now);
  const { rows } = await db.query<LeftOut>(
    `with left_out as (
       select step, ${IS_BLOCKED} as is_blocked,
         ${mayPay('$2', '$3', '$4')} and (
           not ${IS_ALONE('$2')} or $5::bigint is null or amount <= $5
         ) as may
       from withdrawal where method = $1 and step in ('pending', 'in_review')
     )
     select count(*) filter (where step = 'in_review')::int as in_review,
       count(*) filter (where step = 'pending' and is_blocked)::int as of_blocked_users,
       count(*) filter (where step = 'pending' and not is_blocked and not may)::int
         as needs_another_operator,
       count(*) filter (where step = 'pending' and not is_blocked and may)::int as others
     from left_out`,
    [method, approval.who, approval.above, dayOf(now), room],
  );
  const [row] = rows;
  if (!row) throw new Error('nothing was counted');
  return row;
}

/**
 * The file's bytes are safely where the operator wanted them.
 * @returns whether they still count: the batch was not cancelled meanwhile
 */
export async function markWritten(db: Database, batchId: bigint, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payout_batch set written_at = coalesce(written_at, $2)
     where batch_id = $1 and cancelled_at is null`,
    [batchId, now],
  );
  return rowCount === 1;
}

/** The bytes of a batch's file; null: there is no such batch. */
export async function readContent(db: Database, batchId: bigint): Promise<Buffer | null> {
  const { rows } = await db.query<{ content: Buffer }>(
    'select content from payout_batch where batch_id = $1',
    [batchId],
  );
  return rows[0]?.content ?? null;
}

export async function readPayments(db: Database, batchId: bigint): Promise<StoredPayment[]> {
  const { rows } = await db.query<StoredPayment>(
    `select *, ${kindInSql('withdrawal')} from withdrawal where batch_id = $1 order by withdrawal_id`,
    [batchId],
  );
  return rows;
}
