import type pg from 'pg';
import { findSharedOrigin } from '../../server/domain/review/seen-from.ts';

/** Earnings of all accounts of one kind by the ledger, 1/10,000 units. */
export interface Takings {
  readonly accounts: number;
  /** accounts that have been paid out */
  readonly paidAccounts: number;
  readonly paid: bigint;
  /** withdrawals, and how many of them were in review */
  readonly requests: number;
  readonly inReview: number;
  /** requested, not paid yet */
  readonly held: bigint;
  readonly inWallets: bigint;
  /** rewards for friends who have not watched enough, and rewards in the outbox */
  readonly onItsWay: bigint;
  /** earnings by kind of reward, the largest first */
  readonly channels: readonly Channel[];
}

interface Channel {
  readonly name: string;
  readonly earned: bigint;
  /** the part that paid-out accounts have earned */
  readonly earnedByPaid: bigint;
}

const TOTALS = `
  with own as (select user_id from account where username like $1)
  select count(*)::int as accounts, (count(*) filter (where debited > 0))::int as "paidAccounts",
    coalesce(sum(debited), 0)::bigint as paid,
    (select count(*)::int from withdrawal join own using (user_id)) as requests,
    (select count(distinct withdrawal_id)::int from withdrawal_step join own using (user_id)
      where to_step = 'in_review') as "inReview", coalesce(sum(held), 0)::bigint as held,
    coalesce(sum(available), 0)::bigint as "inWallets",
    (select coalesce(sum(amount), 0)::bigint from coming_reward join own using (user_id))
      + (select coalesce(sum(amount), 0)::bigint from outbox join own using (user_id))
      as "onItsWay"
  from wallet join own using (user_id)`;

const CHANNELS = `
  select op as name, sum(amount)::bigint as earned,
    coalesce(sum(amount) filter (where debited > 0), 0)::bigint as "earnedByPaid"
  from transfer join wallet using (user_id) join account using (user_id)
  where debit = 'rewards' and username like $1
  group by op order by earned desc, op`;

/** @param pattern of user names, in the syntax of SQL's `like` */
export async function takingsOf(pool: pg.Pool, pattern: string): Promise<Takings> {
  const { rows } = await pool.query<Omit<Takings, 'channels'>>(TOTALS, [pattern]);
  const { rows: channels } = await pool.query<Channel>(CHANNELS, [pattern]);
  const [row] = rows;
  if (!row) throw new Error('no totals');
  return { ...row, channels };
}

/**
 * For each account with a withdrawal: the number of accounts with withdrawals from the same block, browser and
 * system, as a review counts them.
 */
export async function sharedOriginsOf(
  pool: pg.Pool,
  pattern: string,
  now: Date,
): Promise<number[]> {
  const { rows } = await pool.query<{ user_id: bigint }>(
    'select distinct user_id from withdrawal join account using (user_id) where username like $1',
    [pattern],
  );
  const origins = await Promise.all(rows.map((row) => findSharedOrigin(pool, row.user_id, now)));
  return origins.map((origin) => origin?.accounts ?? 0);
}

/** Milliseconds until the inviter's reward for a friend. */
export interface FriendDelay {
  /** from the friend's welcome */
  readonly waited: number;
  /** from the release of the reward */
  readonly late: number;
}

/**
 * $1 pattern of user names, $2 the paid clips that release an invitation's reward; a row for each paid
 * invitation.
 */
const FRIENDS = `
  select extract(epoch from paid.created_at - friend.welcomed_at) * 1000 as waited,
    extract(epoch from paid.created_at - coalesce(release.watched_at, friend.welcomed_at)) * 1000
      as late
  from transfer paid
  join account inviter using (user_id)
  join account friend on paid.idempotency_key = 'friend:' || friend.user_id
  left join lateral (
    select watched_at from watched where watched.user_id = friend.user_id
    order by watched_at offset greatest($2::int - 1, 0) limit 1
  ) release on $2 > 0
  where paid.op = 'invite' and inviter.username like $1`;

export async function friendDelaysOf(
  pool: pg.Pool,
  pattern: string,
  releaseAfter: number,
): Promise<FriendDelay[]> {
  const { rows } = await pool.query<{ waited: string; late: string }>(FRIENDS, [
    pattern,
    releaseAfter,
  ]);
  return rows.map(({ waited, late }) => ({ waited: Number(waited), late: Number(late) }));
}

/** Milliseconds between each payment and the earliest possible time for it, without withdrawals in review. */
const PAYMENTS = `
  select extract(epoch from settled_at - greatest(withdrawal.created_at, held_until)) * 1000 as late
  from withdrawal join account using (user_id)
  where status = 'paid' and username like $1 and not exists (
    select from withdrawal_step step
    where step.withdrawal_id = withdrawal.withdrawal_id and to_step = 'in_review'
  )`;

export async function paymentDelaysOf(pool: pg.Pool, pattern: string): Promise<number[]> {
  const { rows } = await pool.query<{ late: string }>(PAYMENTS, [pattern]);
  return rows.map(({ late }) => Number(late));
}
