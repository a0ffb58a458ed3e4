import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/database.ts';
import { reasonIn } from '../words/reasons.ts';
import type { Handler } from './context.ts';
import { type Promised, payFunded } from './funding.ts';
import { type CaseRow, caseInSql, objectionOf } from './objections.ts';
import { nextOf, pageOf, pageStartOf } from './paging.ts';

/** The result of a correction. */
export interface Corrected {
  readonly correction_id: bigint;
  readonly available: bigint;
  readonly debt: bigint;
}

/**
 * Adds an amount to a balance, or takes it from there.
 * @param amount 1/10,000 units; below 0: to take
 * @returns null when there is no such user
 * @throws Refusal paused_by_operator when the funds do not cover it
 */
export async function correctBalance(
  db: Database,
  userId: bigint,
  { amount, reason }: { readonly amount: bigint; readonly reason: string },
  now: Date,
): Promise<Corrected | null> {
  const values = [userId, amount, reason, now];
  const correct = 'select * from correct_balance($1, $2, $3, $4)';
  const step = async () => (await db.query<Corrected & Promised>(correct, values)).rows;
  const [row] = await payFunded(db, step);
  return row ?? null;
}

/** A correction that waits for another operator. */
export interface PreparedCorrection {
  readonly userId: bigint;
  readonly username: string;
  /** 1/10,000 units; below 0: to take */
  readonly amount: bigint;
  readonly reason: string;
  /** the operator who prepared it */
  readonly who: string;
}

/** Stores a correction that one operator has prepared. @returns its number */
export async function prepareCorrection(
  db: Database,
  { userId, amount, reason }: Omit<PreparedCorrection, 'username' | 'who'>,
  who: string,
  now: Date,
): Promise<bigint> {
  const { rows } = await db.query<{ prepared_id: bigint }>(
    `insert into prepared_correction (user_id, amount, reason, who, created_at)
     values ($1, $2, $3, $4, $5) returning prepared_id`,
    [userId, amount, reason, who, now],
  );
  return rows[0]?.prepared_id ?? 0n;
}

/**
 * Marks a prepared correction as approved, once; call it in the transaction that corrects the balance.
 * @returns null: the prepared correction does not exist, or is already approved
 */
export async function approvePreparedCorrection(
  db: Database,
  id: number,
  now: Date,
): Promise<PreparedCorrection | null> {
  const { rows } = await db.query<PreparedCorrection>(
    `update prepared_correction as prepared set approved_at = $2
     from account
     where prepared_id = $1 and approved_at is null and account.user_id = prepared.user_id
     returning account.user_id as "userId", username, amount, reason, who`,
    [id, now],
  );
  return rows[0] ?? null;
}

interface CorrectionRow extends CaseRow {
  readonly correction_id: bigint;
  readonly amount: bigint;
  readonly reason: string;
  readonly created_at: Date;
}

export const corrections: Handler<typeof calls.corrections> = async (
  context,
  { userId },
  input,
) => {
  const { db, visitor, now } = context;
  const { key, offset } = pageStartOf(input);
  const { rows } = await db.query<CorrectionRow>(
    `select correction_id, amount, reason, created_at, ${caseInSql('correction', '$4')}
     from correction where user_id = $1 and correction_id < $5
     order by correction_id desc limit $2 offset $3`,
    [userId, input.limit, offset, now, key],
  );
  const counted = await db.query<{ total: bigint; debt: bigint }>(
    `select debt, (select count(*) from correction where correction.user_id = $1) as total
     from wallet where user_id = $1`,
    [userId],
  );
  const list = rows.map((row) => ({
    id: Number(row.correction_id),
    amount: formatMoney(row.amount < 0n ? -row.amount : row.amount),
    direction: row.amount < 0n ? ('taken' as const) : ('given' as const),
    reason: reasonIn(visitor.language, row.reason),
    created_at: row.created_at.toISOString(),
    ...objectionOf(context, row),
  }));
  return {
    debt: formatMoney(counted.rows[0]?.debt ?? 0n),
    ...pageOf(input, list, counted.rows[0]?.total ?? 0),
    next: nextOf(
      input,
      rows.map(({ correction_id }) => correction_id),
    ),
  };
};
