import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { type RewardLog, type RewardType, rewardTypes } from '../../contract/shapes.ts';
import type { Handler } from './context.ts';
import { offsetOf, pageOf } from './paging.ts';
import { type ByLanguage, textIn } from './texts.ts';

/**
 * The second part of a statement that pays many people rewards. The first decides, and leaves the rows
 * `due(user_id, op, idempotency_key, amount, detail, created_at, place)`; this locks their wallets,
 * in the order of their users, so that two statements never wait for each other in a circle, and
 * leaves `locked_wallet`. Amounts of 0 move nothing.
 */
export const LOCK_WALLETS = `
  sums as (
    select user_id, sum(amount)::bigint as amount, count(*) as moves
    from due where amount > 0 group by user_id
  ),
  locked_wallet as materialized (
    select wallet.*, sums.amount, sums.moves, least(debt, sums.amount) as repaid,
      (debt > 0)::int as repayments
    from wallet join sums using (user_id) order by user_id for update of wallet
  )`;

/**
 * The end of such a statement: credits the sum of each user's rows `due` and writes
 * one transfer a row, in the order of `place`. Who owes something repays it first, which is an entry
 * of its own. It leaves `moved(user_id, available, base, repaid)` and `entry` (the transfers).
 *
 * Every update of a wallet sets all its sums from the row that it has locked before. Postgres checks
 * the constraints on the row that the statement began with, too: sums that are only added to there
 * may break one that holds in truth.
 *
 * One statement, so nothing can stop between wallet and transfer.
 */
export const PAY_REWARDS = `
  moved as (
    update wallet set
      available = w.available + w.amount - w.repaid,
      held = w.held,
      debt = w.debt - w.repaid,
      credited = w.credited + w.amount,
      debited = w.debited,
      corrected = w.corrected,
      version = w.version + w.moves + w.repayments
    from locked_wallet w where wallet.user_id = w.user_id
    returning wallet.user_id, wallet.available, w.repaid, w.moves, w.version as base
  ),
  entry as (
    insert into transfer (
      user_id, version, op, idempotency_key, debit, credit, amount, detail, created_at
    )
    select user_id, moved.base + row_number() over (partition by user_id order by due.place),
      due.op, due.idempotency_key, 'rewards', 'available', due.amount, due.detail, due.created_at
    from due join moved using (user_id) where due.amount > 0
    union all
    select user_id, base + moves + 1, 'debt_repaid', 'repaid:' || base + moves + 1, 'available',
      'debt', repaid, '', (select max(created_at) from due)
    from moved where repaid > 0
    returning user_id, version, op, amount, detail, created_at
  )`;

interface RewardRow {
  readonly version: bigint;
  readonly op: string;
  readonly amount: bigint;
  readonly detail: string;
  readonly created_at: Date;
  /** the title of what was watched, by language */
  readonly titles: ByLanguage | null;
}

/** A reward as the wire shows it; its id counts the user's own transfers. */
function toRewardLog(row: RewardRow, language: string | undefined): RewardLog {
  return {
    id: Number(row.version),
    type: row.op as RewardType,
    amount: formatMoney(row.amount),
    created_at: row.created_at.toISOString(),
    detail: textIn(language, row.detail, row.titles ?? {}),
  };
}

/** SQL: a title by language, of the clip or the advertisement that an entry was made for. */
const titlesOf = (table: 'video' | 'ad') => `(
  select texts -> 'title' from ${table}
  where ${table}_id = substring(idempotency_key from '^${table}:(\\d{1,18}):')::bigint)`;

export const rewardLogs: Handler<typeof calls.rewardLogs> = async (
  { db, visitor },
  { userId },
  input,
) => {
  const types = input.type ? [input.type] : rewardTypes;
  const where = 'from transfer where user_id = $1 and op = any($2)';
  const { rows } = await db.query<RewardRow>(
    `select page.*, coalesce(${titlesOf('video')}, ${titlesOf('ad')}) as titles
     from (
       select version, op, amount, detail, created_at, idempotency_key ${where}
       order by version desc limit $3 offset $4
     ) as page order by version desc`,
    [userId, types, input.limit, offsetOf(input)],
  );
  const counted = await db.query<{ total: bigint }>(`select count(*) as total ${where}`, [
    userId,
    types,
  ]);
  const list = rows.map((row) => toRewardLog(row, visitor.language));
  return pageOf(input, list, counted.rows[0]?.total ?? 0);
};
