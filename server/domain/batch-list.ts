import type { Database } from '../database/database.ts';
import { type ListDefinition, type Page, readPage, type Selection } from './listing.ts';
import { PAID } from './paid-currency.ts';
import type { BatchFormat } from './payout-choice.ts';

export interface BatchRow {
  readonly batch_id: bigint;
  readonly method: string;
  readonly format: BatchFormat;
  readonly who: string;
  readonly created_at: Date;
  readonly written_at: Date | null;
  /** null: not cancelled; the requests of a cancelled batch are in no batch, or in another one */
  readonly cancelled_at: Date | null;
  /** when its file was erased: no payment of it is in process any more, or the data key of the file is lost */
  readonly erased_at: Date | null;
  readonly payments: number;
  readonly amount: bigint;
  /** the sums to be paid in other currencies; null: the amount is paid */
  readonly pays: string | null;
  readonly open: number;
  readonly paid: number;
  readonly failed: number;
  readonly returned: number;
}

type BatchOfPage = Pick<
  BatchRow,
  | 'batch_id'
  | 'method'
  | 'format'
  | 'who'
  | 'created_at'
  | 'written_at'
  | 'cancelled_at'
  | 'erased_at'
>;
type PaymentSums = Omit<BatchRow, Exclude<keyof BatchOfPage, 'batch_id'>>;

/** @param source SQL of the batches, as `payout_batch` */
const batchesOf = (source: string): string => `
  select batch_id, method, format, who, created_at, written_at, cancelled_at, erased_at
  from ${source}`;

/**
 * Sums of the payments of batches `$1` by status, one row per batch with payments. In a distributed database, the
 * payments are on other machines than the batches, so they are not joined.
 */
const PAYMENT_SUMS = `
  with sums as (
    select batch_id, pay_currency, count(*) as payments, sum(amount) as amount,
      sum(${PAID}::numeric) filter (where pay_amount is not null) as pays,
      count(*) filter (where step = 'processing') as open,
      count(*) filter (where step = 'paid') as paid,
      count(*) filter (where step = 'failed') as failed,
      count(*) filter (where step = 'returned') as returned
    from withdrawal where batch_id = any($1::bigint[]) group by batch_id, pay_currency
  )
  select batch_id, sum(payments)::int as payments, sum(amount)::bigint as amount,
    string_agg(pays || ' ' || pay_currency, ', ' order by pay_currency) as pays,
    sum(open)::int as open, sum(paid)::int as paid, sum(failed)::int as failed,
    sum(returned)::int as returned
  from sums group by batch_id`;

const EMPTY = { payments: 0, amount: 0n, pays: null, open: 0, paid: 0, failed: 0, returned: 0 };

async function describe(db: Database, batches: readonly BatchOfPage[]): Promise<BatchRow[]> {
  const ids = batches.map(({ batch_id }) => batch_id);
  const { rows } = await db.query<PaymentSums>(PAYMENT_SUMS, [ids]);
  const sums = new Map(rows.map((row) => [row.batch_id, row]));
  return batches.map((batch) => ({ ...batch, ...EMPTY, ...sums.get(batch.batch_id) }));
}

const LISTED: ListDefinition = {
  table: 'payout_batch',
  time: 'created_at',
  key: 'batch_id',
  amount: '(select sum(amount) from withdrawal where withdrawal.batch_id = payout_batch.batch_id)',
  newestFirst: true,
};

/** Lists batches, the newest first. */
export async function listBatches(db: Database, selection: Selection): Promise<Page<BatchRow>> {
  const page = await readPage<BatchOfPage>(db, LISTED, selection, batchesOf);
  return { ...page, rows: await describe(db, page.rows) };
}

/** @returns undefined when there is no such batch */
export async function readBatch(db: Database, batchId: bigint): Promise<BatchRow | undefined> {
  const statement = `${batchesOf('payout_batch')} where batch_id = $1`;
  return (await describe(db, (await db.query<BatchOfPage>(statement, [batchId])).rows))[0];
}
