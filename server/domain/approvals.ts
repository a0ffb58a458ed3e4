import type { Database } from '../database/database.ts';
import { type Approval, addToSums, readPersonSums, type SumOfDay } from './approved-alone.ts';
import { SettlementError, transitionOf } from './payout-steps.ts';

/** A payment to a person that one operator approves without a second operator. */
export interface SoloPayment {
  readonly user_id: bigint;
  /** 1/10,000 units */
  readonly amount: bigint;
}

/**
 * SQL: whether a withdrawal needs two operators by its own amount, without the sums approved on the same day.
 * @param above SQL of the limit for one operator; 0: none
 */
const needsSecond = (above: string): string =>
  `(needs_second or (${above}::bigint > 0 and amount > ${above}))`;

/**
 * Called before the limit changes: marks waiting withdrawals above the old limit, so that they need two operators
 * under the new one too.
 * @param above the old limit; 0: none
 */
export async function markForSecondApproval(db: Database, above: bigint): Promise<void> {
  await db.query(
    `update withdrawal set needs_second = true
     where step = any($2) and not needs_second and ${needsSecond('$1')}`,
    [above, transitionOf('request.rejected').from],
  );
}

/** SQL: the sum that single operators approved for a person today. @param sums SQL of the result of `readPersonSums` */
const personSum = (userId: string, sums: string): string =>
  `coalesce((${sums}::jsonb ->> ${userId}::text)::bigint, 0)`;

/**
 * SQL: whether an operator may pay a row of `withdrawal`; does not check this operator's own sum of the day.
 * @param who SQL of the operator
 * @param above SQL of the operator's limit
 * @param sums SQL of the result of `readPersonSums`
 */
export const mayPay = (who: string, above: string, sums: string): string => `(
    coalesce(prepared_by <> ${who}::text, false) or (
      not ${needsSecond(above)} and (${above}::bigint = 0 or (
        amount + ${personSum('user_id', sums)} <= ${above}::bigint
        and not exists (
          select 1 from password_reset
          where password_reset.user_id = withdrawal.user_id and who = ${who}::text
        )
      ))
    )
  )`;

/** Whether an operator has made a password reset link for one of these people. */
async function hasMadeResetLinkFor(
  db: Database,
  who: string,
  people: readonly SoloPayment[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from password_reset where who = $1 and user_id = any($2) limit 1',
    [who, people.map(({ user_id }) => user_id)],
  );
  return rowCount === 1;
}

/** The rule that demands a second operator. */
export type Obstacle = 'raised' | 'large' | 'link' | 'person' | 'operator';

/** The newest limit, which this operator may have raised; 0: none. */
async function readNewestLimit(db: Database): Promise<bigint> {
  const { rows } = await db.query<{ above: bigint }>(
    'select above from approval_limit order by change_id desc limit 1',
  );
  return rows[0]?.above ?? 0n;
}

/**
 * Adds payments that one operator approves to the sums of the day. Call it in the transaction that pays, before
 * it locks a wallet, and roll back when a rule is returned.
 * @returns the rule that is broken; null: the sums of the operator and of each person are within the limit,
 *   and the operator has made a password reset link for none of them
 */
export async function countSoloPayments(
  db: Database,
  { who, above }: Approval,
  payments: readonly SoloPayment[],
  now: Date,
): Promise<Obstacle | null> {
  if (above === 0n || payments.length === 0) return null;
  const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
  if (total > above) {
    const newest = await readNewestLimit(db);
    return newest === 0n || total <= newest ? 'raised' : 'large';
  }
  if (await hasMadeResetLinkFor(db, who, payments)) return 'link';
  const sums = await addToSums(
    db,
    [
      { kind: 'operator', subject: who, amount: total },
      ...payments.map(({ user_id, amount }): SumOfDay => {
        return { kind: 'person', subject: String(user_id), amount };
      }),
    ],
    now,
  );
  const over = sums.filter(({ amount }) => amount > above).map(({ kind }) => kind);
  return over.includes('person') ? 'person' : (over[0] ?? null);
}

/** The reasons why an operator may not approve a withdrawal alone, computed from its row and its person. */
interface BlockReasons extends SoloPayment {
  readonly may: boolean;
  /** the amount is above this operator's limit, but within the newest limit, which the operator raised */
  readonly has_raised: boolean;
  /** its amount needs two operators */
  readonly needs_two: boolean;
  /** with this amount, the sum that single operators approved for the person today would exceed the limit */
  readonly is_much: boolean;
  readonly has_link: boolean;
}

/**
 * $1 the withdrawal, $2 the operator, $3 this operator's limit, $4 the sums of people, $5 the steps in which it can be
 * approved, $6 the newest limit.
 */
const BLOCK_REASONS = `
  select user_id, amount, ${mayPay('$2', '$3', '$4')} as may,
    ${needsSecond('$3')} and not ${needsSecond('$6')} as has_raised,
    ${needsSecond('$3')} as needs_two,
    amount + ${personSum('user_id', '$4')} > $3 as is_much,
    exists (
      select 1 from password_reset
      where password_reset.user_id = withdrawal.user_id and who = $2
    ) as has_link
  from withdrawal
  where withdrawal_id = $1 and step = any($5) and not (coalesce(prepared_by <> $2, false))`;

/** The error for the first reason that holds, with what the operator can do about it. */
function refusal(id: number, { has_raised, is_much, has_link }: BlockReasons): SettlementError {
  const alone = (why: string) =>
    new SettlementError(
      `you cannot approve withdrawal ${id} alone: ${why}; another operator can approve it`,
    );
  if (has_raised) return alone('the amount is above the limit that held before you raised it');
  if (is_much) {
    return new SettlementError(
      `withdrawal ${id} needs two operators: one prepares it, another one approves it (with the ` +
        'amounts that operators approved alone for this person today, the sum is above the limit)',
    );
  }
  if (has_link) return alone('you have made a link to a new password for this person');
  return alone('with the other amounts that you approved alone today, the sum is above the limit');
}

/**
 * Adds a withdrawal that is about to be approved to the sums of the day, unless another operator has prepared it.
 * @throws SettlementError when this operator needs a second operator; where the withdrawal's own amount needs two, the
 *   approval itself refuses later
 */
export async function countApproval(
  db: Database,
  id: number,
  approval: Approval,
  now: Date,
): Promise<void> {
  const { who, above } = approval;
  if (above === 0n) return;
  const sums = await readPersonSums(db, approval, now);
  const newest = await readNewestLimit(db);
  const values = [id, who, above, sums, transitionOf('request.paid').from, newest];
  const [row] = (await db.query<BlockReasons>(BLOCK_REASONS, values)).rows;
  if (!row || (row.needs_two && !row.has_raised)) return;
  if (row.may && !(await countSoloPayments(db, approval, [row], now))) return;
  throw refusal(id, row);
}

/** Stores that an operator has made a password reset link for a person, and so may know the new password. */
export async function recordResetLink(db: Database, userId: bigint, who: string): Promise<void> {
  await db.query(
    'insert into password_reset (user_id, who) values ($1, $2) on conflict do nothing',
    [userId, who],
  );
}
