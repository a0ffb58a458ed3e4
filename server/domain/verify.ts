import type pg from 'pg';
import { inTransaction } from '../database/database.ts';

export interface LedgerReport {
  readonly users: number;
  readonly transfers: number;
  /** 1/10,000 units over all wallets */
  readonly available: bigint;
  readonly held: bigint;
  /** what the house has given as rewards and paid out */
  readonly rewards: bigint;
  readonly payouts: bigint;
  /** one line for each difference; empty when everything fits */
  readonly differences: readonly string[];
}

/** Every wallet beside what its transfers add up to. */
const WALLETS = `
  with recomputed as (
    select user_id, count(*) as transfers, max(version) as newest,
      sum(case 'available' when credit then amount when debit then -amount else 0 end)::bigint
        as available,
      sum(case 'held' when credit then amount when debit then -amount else 0 end)::bigint as held,
      sum(case when debit = 'rewards' then amount else 0 end)::bigint as credited,
      sum(case when credit = 'payouts' then amount else 0 end)::bigint as debited
    from transfer group by user_id
  )
  select coalesce(wallet.user_id, recomputed.user_id) as user_id, case
    when wallet.user_id is null then 'has transfers and no wallet'
    when coalesce(transfers, 0) <> version or coalesce(newest, 0) <> version
      then format('has %s transfers up to number %s, its wallet counts %s',
        coalesce(transfers, 0), coalesce(newest, 0), version)
    else format('has %s available and %s held, its transfers add up to %s and %s',
      wallet.available, wallet.held, coalesce(recomputed.available, 0), coalesce(recomputed.held, 0))
    end as difference
  from wallet full join recomputed using (user_id)
  where wallet.user_id is null
    or (version, version, wallet.available, wallet.held, wallet.credited, wallet.debited)
      is distinct from (coalesce(transfers, 0), coalesce(newest, 0),
        coalesce(recomputed.available, 0), coalesce(recomputed.held, 0),
        coalesce(recomputed.credited, 0), coalesce(recomputed.debited, 0))
  order by 1 limit 100`;

/** Every withdrawal beside the movements that belong to its state. */
const WITHDRAWALS = `
  with moved as (
    select user_id, idempotency_key, array_agg(op order by version) as ops,
      min(amount) as least, max(amount) as most
    from transfer where op like 'withdrawal_%' group by user_id, idempotency_key
  )
  select coalesce(withdrawal.user_id, moved.user_id) as user_id,
    format('withdrawal %s is %s of %s, its movements are %s',
      coalesce(withdrawal_id::text, idempotency_key), coalesce(status, 'missing'), amount,
      coalesce(ops::text, 'none')) as difference
  from withdrawal full join moved
    on moved.user_id = withdrawal.user_id
    and moved.idempotency_key = 'withdrawal:' || withdrawal_id
  where (least, most) is distinct from (amount, amount)
    or ops is distinct from case status
      when 'pending' then array['withdrawal_held']
      when 'paid' then array['withdrawal_held', 'withdrawal_paid']
      when 'rejected' then array['withdrawal_held', 'withdrawal_returned']
    end
  order by 1 limit 100`;

interface Difference {
  readonly user_id: bigint;
  readonly difference: string;
}

async function findDifferences(db: pg.PoolClient): Promise<string[]> {
  const lines: string[] = [];
  for (const query of [WALLETS, WITHDRAWALS]) {
    const { rows } = await db.query<Difference>(query);
    lines.push(...rows.map((row) => `user ${row.user_id}: ${row.difference}`));
  }
  return lines;
}

type Totals = Omit<LedgerReport, 'differences'>;

/**
 * Recomputes every balance from the entries, as of one moment, while the server goes on.
 * The sum over all entries is zero when what the house gave equals what users have and were paid.
 */
export function verifyLedger(pool: pg.Pool): Promise<LedgerReport> {
  return inTransaction(pool, async (db) => {
    await db.query('set transaction isolation level repeatable read, read only');
    const { rows } = await db.query<Totals>(
      `select count(*)::int as users, sum(available)::bigint as available, sum(held)::bigint as held,
         (select count(*)::int from transfer) as transfers,
         (select coalesce(sum(amount), 0)::bigint from transfer where debit = 'rewards') as rewards,
         (select coalesce(sum(amount), 0)::bigint from transfer where credit = 'payouts') as payouts
       from wallet`,
    );
    const [row] = rows;
    if (!row) throw new Error('no totals');
    const totals = { ...row, available: row.available ?? 0n, held: row.held ?? 0n };
    const differences = await findDifferences(db);
    const users = totals.available + totals.held;
    if (totals.rewards - totals.payouts !== users) {
      differences.unshift(
        `the house gave ${totals.rewards} and paid out ${totals.payouts}, users have ${users}`,
      );
    }
    return { ...totals, differences };
  });
}
