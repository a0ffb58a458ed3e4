import type { Database } from '../database/database.ts';
import { type Listed, type Page, readPage, type Selection } from './listing.ts';
import { PAID } from './paid-currency.ts';
import type { BatchFormat } from './payout-choice.ts';

export interface BatchRow {
  readonly batch_id: bigint;
  readonly method: string;
  readonly format: BatchFormat;
  readonly who: string;
  readonly created_at: Date;
  readonly written_at: Date | null;
  /** null: it is not cancelled; its requests are in no batch any more, or in others */
  readonly cancelled_at: Date | null;
  /** when its file was erased: all its payments are known */
  readonly erased_at: Date | null;
  readonly payments: number;
  readonly amount: bigint;
  /** what arrives, where that is in other currencies; null: the amount */
  readonly pays: string | null;
  readonly open: number;
  readonly paid: number;
  readonly failed: number;
  readonly returned: number;
}

/** Batches and what became of their payments. @param source SQL of the batches, as `payout_batch` */
const batchesOf = (source: string): string => `
  select batch_id, method, format, who, created_at, written_at, cancelled_at, erased_at, became.*, (
      select string_agg(sum || ' ' || pay_currency, ', ' order by pay_currency) from (
        select pay_currency, sum(${PAID}::numeric) as sum from withdrawal
        where withdrawal.batch_id = payout_batch.batch_id and pay_amount is not null
        group by pay_currency
      ) as sums
    ) as pays
  from ${source}, lateral (
    select count(*)::int as payments, coalesce(sum(amount), 0)::bigint as amount,
      count(*) filter (where step = 'processing')::int as open,
      count(*) filter (where step = 'paid')::int as paid,
      count(*) filter (where step = 'failed')::int as failed,
      count(*) filter (where step = 'returned')::int as returned
    from withdrawal where withdrawal.batch_id = payout_batch.batch_id
  ) as became`;

const LISTED: Listed = {
  table: 'payout_batch',
  time: 'created_at',
  key: 'batch_id',
  amount: '(select sum(amount) from withdrawal where withdrawal.batch_id = payout_batch.batch_id)',
  newestFirst: true,
};

/** The newest batch first. */
export const listBatches = (db: Database, selection: Selection): Promise<Page<BatchRow>> =>
  readPage(db, LISTED, selection, batchesOf);

/** @returns undefined when there is no such batch */
export async function readBatch(db: Database, batchId: bigint): Promise<BatchRow | undefined> {
  const statement = `${batchesOf('payout_batch')} where batch_id = $1`;
  return (await db.query<BatchRow>(statement, [batchId])).rows[0];
}
