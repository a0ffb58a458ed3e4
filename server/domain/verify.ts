import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { readFunding } from './funding.ts';
import { inSnapshot, own, type Slice, slicesOf } from './user-slices.ts';

export interface LedgerReport {
  readonly users: number;
  readonly transfers: number;
  /** 1/10,000 units over all wallets */
  readonly available: bigint;
  readonly held: bigint;
  /** the users' debts, and the sum that corrections have taken back */
  readonly debts: bigint;
  readonly corrected: bigint;
  /** the sums of all rewards and of all payouts */
  readonly rewards: bigint;
  readonly payouts: bigint;
  /** one line for each difference; empty when there is none */
  readonly differences: readonly string[];
}

/** The most differences of one kind that are listed. */
const MAX_DIFFERENCES = 100;

/**
 * Compares every wallet with the sums of its transfers: returns the differences, and the sums of the slice. Each entry
 * is read once for both.
 */
const WALLETS = `
  with recomputed as (
    select user_id, count(*) as transfers, max(version) as newest,
      sum(case 'available' when credit then amount when debit then -amount else 0 end)::bigint
        as available,
      sum(case 'debt' when debit then amount when credit then -amount else 0 end)::bigint as debt,
      sum(case when credit = 'rewards' then amount else 0 end)::bigint as corrected,
      sum(case 'held' when credit then amount when debit then -amount else 0 end)::bigint as held,
      sum(case when debit = 'rewards' then amount else 0 end)::bigint as credited,
      sum(case 'payouts' when credit then amount when debit then -amount else 0 end)::bigint
        as debited
    from ${own('transfer')} group by user_id
  ),
  compared as (
    select wallet.user_id as owner, wallet.version, wallet.available, wallet.held, wallet.debt,
      user_id, transfers, newest, recomputed.available as adds_up, recomputed.held as held_up,
      recomputed.debt as owed, recomputed.corrected, recomputed.credited, recomputed.debited,
      wallet.user_id is null
      or (version, version, wallet.available, wallet.held, wallet.credited, wallet.debited,
        wallet.debt, wallet.corrected)
        is distinct from (coalesce(transfers, 0), coalesce(newest, 0),
          coalesce(recomputed.available, 0), coalesce(recomputed.held, 0),
          coalesce(recomputed.credited, 0), coalesce(recomputed.debited, 0),
          coalesce(recomputed.debt, 0), coalesce(recomputed.corrected, 0)) as differs
    from ${own('wallet')} full join recomputed using (user_id)
  )
  select count(owner) as users, coalesce(sum(transfers), 0)::bigint as transfers,
    coalesce(sum(available), 0)::bigint as available, coalesce(sum(held), 0)::bigint as held,
    coalesce(sum(debt), 0)::bigint as debts, coalesce(sum(corrected), 0)::bigint as corrected,
    coalesce(sum(credited), 0)::bigint as rewards, coalesce(sum(debited), 0)::bigint as payouts,
    (array_agg(format('user %s: ', user_id) || case
      when owner is null then 'has transfers and no wallet'
      when coalesce(transfers, 0) <> version or coalesce(newest, 0) <> version
        then format('has %s transfers up to number %s, its wallet counts %s',
          coalesce(transfers, 0), coalesce(newest, 0), version)
      when debt <> coalesce(owed, 0)
        then format('owes %s, its transfers add up to %s', debt, coalesce(owed, 0))
      else format('has %s available and %s held, its transfers add up to %s and %s',
        available, held, coalesce(adds_up, 0), coalesce(held_up, 0))
      end order by user_id) filter (where differs))[1:${MAX_DIFFERENCES}] as lines
  from compared`;

/** Compares every withdrawal with the transfers that its step requires. */
const WITHDRAWALS = `
  with moved as (
    select user_id, idempotency_key, array_agg(op order by version) as ops,
      min(amount) as least, max(amount) as most
    from ${own('transfer')} where op in ('withdrawal_held', 'withdrawal_paid',
      'withdrawal_returned', 'withdrawal_failed', 'payout_returned')
    group by user_id, idempotency_key
  )
  select coalesce(withdrawal.user_id, moved.user_id) as user_id,
    format('withdrawal %s is %s of %s, its movements are %s',
      coalesce(withdrawal_id::text, idempotency_key), coalesce(step, 'missing'), amount,
      coalesce(ops::text, 'none')) as difference
  from ${own('withdrawal')} full join moved
    on moved.user_id = withdrawal.user_id
    and moved.idempotency_key = 'withdrawal:' || withdrawal_id
  where (least, most) is distinct from (amount, amount)
    or ops is distinct from case step
      when 'paid' then array['withdrawal_held', 'withdrawal_paid']
      when 'rejected' then array['withdrawal_held', 'withdrawal_returned']
      when 'failed' then array['withdrawal_held', 'withdrawal_failed']
      when 'returned' then array['withdrawal_held', 'withdrawal_paid', 'payout_returned']
      else array['withdrawal_held']
    end
  order by 1 limit ${MAX_DIFFERENCES}`;

/** Compares every withdrawal with its recorded steps, which must lead from `pending` to its step without a gap. */
const STEPS = `
  with taken as (
    select user_id, withdrawal_id, count(*) as steps, max(number) as newest,
      array_agg(from_step order by number) as origins, array_agg(to_step order by number) as ends
    from ${own('withdrawal_step')} group by user_id, withdrawal_id
  )
  select user_id, format('withdrawal %s is %s after %s steps, those written down lead to %s',
    withdrawal_id, coalesce(step, 'missing'), coalesce(step_number, 0),
    coalesce(ends::text, 'none')) as difference
  from ${own('withdrawal')} full join taken using (user_id, withdrawal_id)
  where (step_number, step_number) is distinct from (coalesce(steps, 0), coalesce(newest, 0))
    or array_append(coalesce(origins, '{}'), step)
      is distinct from array_prepend('pending', coalesce(ends, '{}'))
    or (batch_id is not null
      and not exists (select from payout_batch where payout_batch.batch_id = withdrawal.batch_id))
  order by 1 limit ${MAX_DIFFERENCES}`;

/** Compares every correction with its transfers. */
const CORRECTIONS = `
  with entered as (
    select user_id, idempotency_key,
      sum(case when credit = 'rewards' then -amount else amount end)::bigint as amount
    from ${own('transfer')} where op in ('correction', 'correction_owed') group by user_id, idempotency_key
  )
  select coalesce(correction.user_id, entered.user_id) as user_id,
    format('correction %s is of %s, its entries add up to %s',
      coalesce(correction_id::text, idempotency_key), coalesce(correction.amount, 0),
      coalesce(entered.amount, 0)) as difference
  from ${own('correction')} full join entered
    on entered.user_id = correction.user_id
    and entered.idempotency_key = 'correction:' || correction_id
  where correction.amount is distinct from entered.amount
  order by 1 limit ${MAX_DIFFERENCES}`;

interface Difference {
  readonly user_id: bigint;
  readonly difference: string;
}

const FIGURES = [
  ...(['users', 'transfers', 'available', 'held', 'debts'] as const),
  ...(['corrected', 'rewards', 'payouts'] as const),
];
type Totals = Record<(typeof FIGURES)[number], bigint>;

const plus = (sums: Totals | null, slice: Totals): Totals =>
  Object.fromEntries(FIGURES.map((name) => [name, (sums?.[name] ?? 0n) + slice[name]])) as Totals;

interface Sums extends Totals {
  /** null: no wallet differs */
  readonly lines: string[] | null;
}

async function verifySlices(
  db: pg.PoolClient,
  slices: AsyncIterable<Slice> | Iterable<Slice>,
): Promise<{ totals: Totals; lines: string[] }> {
  const wallets: string[] = [];
  const found = [WITHDRAWALS, STEPS, CORRECTIONS].map((query) => ({
    query,
    lines: [] as string[],
  }));
  let totals: Totals | null = null;
  for await (const slice of slices) {
    const [sums] = (await db.query<Sums>(WALLETS, [...slice])).rows;
    if (sums) totals = plus(totals, sums);
    wallets.push(...(sums?.lines ?? []).slice(0, MAX_DIFFERENCES - wallets.length));
    for (const { query, lines } of found) {
      const { rows } = await db.query<Difference>(query, [...slice]);
      const told = rows.slice(0, MAX_DIFFERENCES - lines.length);
      lines.push(...told.map((row) => `user ${row.user_id}: ${row.difference}`));
    }
  }
  if (!totals) throw new Error('no totals');
  return { totals, lines: [wallets, ...found.map(({ lines }) => lines)].flat() };
}

async function findFundingDifferences(db: Database): Promise<string[]> {
  const differences: string[] = [];
  const { is_enforced, deposited, room, shortfall, promised } = await readFunding(db);
  const { rows } = await db.query<{ recorded: bigint }>(
    'select coalesce(sum(amount), 0)::bigint as recorded from funding_deposit',
  );
  const recorded = rows[0]?.recorded ?? 0n;
  if (recorded !== deposited) {
    differences.push(`the funds have ${deposited}, but the recorded deposits are ${recorded}`);
  }
  if (is_enforced && deposited - promised !== room - shortfall) {
    differences.push(
      `the funds have room for ${room} and lack ${shortfall}, but the deposits are ${deposited} and ` +
        `the promises ${promised}`,
    );
  }
  return differences;
}

/**
 * Recomputes every balance from the entries in one snapshot, while the server runs. Rewards, minus what
 * corrections took back, minus payouts, must equal the users' balances minus their debts.
 *
 * @param only the id of one user, whose entries alone are read; null: all users and the funds
 */
export function verifyLedger(pool: Database, only: bigint | null = null): Promise<LedgerReport> {
  return inSnapshot(pool, async (db) => {
    const slices = only === null ? slicesOf(db) : [[only, only + 1n] as const];
    const { totals, lines: differences } = await verifySlices(db, slices);
    const users = totals.available + totals.held - totals.debts;
    const given = totals.rewards - totals.corrected;
    if (given - totals.payouts !== users) {
      differences.unshift(
        `the house gave ${given} and paid out ${totals.payouts}, users have ${users}`,
      );
    }
    if (only === null) differences.push(...(await findFundingDifferences(db)));
    const counts = { users: Number(totals.users), transfers: Number(totals.transfers) };
    return { ...totals, ...counts, differences };
  });
}
