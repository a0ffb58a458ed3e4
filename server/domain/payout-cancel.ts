import type { Database } from '../database/database.ts';
import {
  lockWallets,
  SettlementError,
  takeStep,
  transitionOf,
  writeSteps,
} from './payout-steps.ts';

interface Cancelled {
  /** the requests that are pending again */
  readonly withdrawals: readonly number[];
  /** 1/10,000 units */
  readonly amount: bigint;
}

/** $1 the batch, $2 the steps of the requests that it takes back, $3 their next step, $4 now. */
const TAKE_BACK = `
  with taken as (
    update withdrawal set ${takeStep('$3')}, batch_id = null, payout_reference = null
    where batch_id = $1 and step = any($2) returning withdrawal.*
  ),
  history as (${writeSteps('taken', '$4')})
  select withdrawal_id, amount from taken order by withdrawal_id`;

/** Locks a batch, and then its people's wallets in a fixed order, as an import of its results does. */
async function lockBatch(db: Database, batchId: bigint): Promise<void> {
  const { rows } = await db.query<{ cancelled_at: Date | null }>(
    'select cancelled_at from payout_batch where batch_id = $1 for update',
    [batchId],
  );
  if (!rows[0]) throw new SettlementError(`there is no batch ${batchId}`);
  if (rows[0].cancelled_at) throw new SettlementError(`batch ${batchId} is cancelled already`);
  const people = await db.query<{ user_id: bigint }>(
    'select user_id from withdrawal where batch_id = $1',
    [batchId],
  );
  await lockWallets(db, people.rows);
}

/**
 * Cancels a batch without reported results: its requests can be exported again. Its part of an operator's daily limit
 * stays used, because its file may have been sent. Call it in a transaction.
 * @throws SettlementError when there is no such batch, it is cancelled already, or one of its results is known
 */
export async function cancelBatch(db: Database, batchId: bigint, now: Date): Promise<Cancelled> {
  await lockBatch(db, batchId);
  const { from, to } = transitionOf('batch.cancelled');
  const counted = await db.query<{ payments: number; reported: number }>(
    `select count(*)::int as payments, count(*) filter (where step <> all($2))::int as reported
     from withdrawal where batch_id = $1`,
    [batchId, from],
  );
  const { payments = 0, reported = 0 } = counted.rows[0] ?? {};
  if (reported > 0) {
    throw new SettlementError(
      `batch ${batchId} cannot be cancelled: the results of ${reported} of its ${payments} payments are known`,
    );
  }
  const { rows } = await db.query<{ withdrawal_id: bigint; amount: bigint }>(TAKE_BACK, [
    batchId,
    from,
    to,
    now,
  ]);
  await db.query('update payout_batch set cancelled_at = $2 where batch_id = $1', [batchId, now]);
  return {
    withdrawals: rows.map(({ withdrawal_id }) => Number(withdrawal_id)),
    amount: rows.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

/** Messages, by reference, why results for payments of cancelled batches are not applied. */
export async function cancelledBatchErrors(
  db: Database,
  references: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ reference: string; why: string }>(
    `select reference, concat('batch ', payout_batch.batch_id, ' is cancelled: nothing of it is taken over',
       '; withdrawal ' || withdrawal_id || ' is ' || replace(step, '_', ' ')
         || coalesce(' in batch ' || withdrawal.batch_id, '')) as why
     from unnest($1::text[]) as asked (reference)
     join payout_batch on payout_batch.batch_id
       = (regexp_match(reference, '^B([1-9][0-9]{0,14})(-W[1-9][0-9]{0,14})?$'))[1]::bigint
     left join withdrawal on withdrawal_id
       = (regexp_match(reference, '-W([1-9][0-9]{0,14})$'))[1]::bigint
     where cancelled_at is not null`,
    [references],
  );
  return new Map(rows.map(({ reference, why }) => [reference, why]));
}
