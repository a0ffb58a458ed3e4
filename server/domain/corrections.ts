import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/database.ts';
import { reasonIn } from '../words/reasons.ts';
import type { Handler } from './context.ts';
import {
  coverFunds,
  freeFunds,
  IS_COVERED,
  type Promised,
  payFunded,
  TAKE_FUNDS,
  UNCOVERED,
} from './funding.ts';
import { offsetOf, pageOf } from './paging.ts';

/** What a correction has come to. */
export interface Corrected {
  readonly correction_id: bigint;
  readonly available: bigint;
  readonly debt: bigint;
}

/**
 * $1 user, $2 amount (below 0: to take), $3 reason, $4 now. What is given repays a debt first; what
 * is taken beyond the balance is owed. Held amounts are left alone: they are a request's.
 */
const CORRECT = `
  with w as (
    select *, greatest($2::bigint, 0) as added,
      least(debt, greatest($2, 0)) as repaid, least(available, greatest(-$2, 0)) as taken,
      greatest(-$2 - available, 0) as owed
    from wallet where user_id = $1 for update
  ),
  ${coverFunds('(select coalesce(sum(added - repaid - taken), 0)::bigint from w)')},
  made as (
    insert into correction (user_id, amount, reason, created_at)
    select user_id, $2, $3, $4 from w where ${IS_COVERED} returning user_id, correction_id
  ),
  parts as (select w.*, correction_id from w join made using (user_id)),
  steps as (
    select user_id, place, op, key || correction_id as key, debit, credit, amount
    from parts, lateral (values
      (1, 'correction', 'correction:', 'rewards', 'available', added),
      (2, 'debt_repaid', 'correction:', 'available', 'debt', repaid),
      (3, 'correction', 'correction:', 'available', 'rewards', taken),
      (4, 'correction_owed', 'correction:', 'debt', 'rewards', owed)
    ) as step (place, op, key, debit, credit, amount)
    where amount > 0
  ),
  moved as (
    update wallet set
      available = parts.available + added - repaid - taken,
      held = parts.held,
      debt = parts.debt - repaid + owed,
      credited = parts.credited + added,
      debited = parts.debited,
      corrected = parts.corrected + taken + owed,
      version = parts.version + (select count(*) from steps)
    from parts where wallet.user_id = parts.user_id
    returning wallet.user_id, wallet.available, wallet.debt,
      wallet.version - (select count(*) from steps) as base
  ),
  entry as (
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    select user_id, base + row_number() over (order by place), op, key, debit, credit, amount,
      $3, $4
    from steps join moved using (user_id)
  ),
  funds as (${TAKE_FUNDS}),
  freed as (${freeFunds('select coalesce(sum(taken + repaid - added), 0)::bigint from parts')})
  select correction_id, moved.available, moved.debt, ${UNCOVERED}
  from w left join made using (user_id) left join moved using (user_id)`;

/**
 * Gives or takes an amount, whatever was right or wrong before.
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
  const step = async () => (await db.query<Corrected & Promised>(CORRECT, values)).rows;
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
  /** who has prepared it */
  readonly who: string;
}

/** Keeps a correction that one operator finds good. @returns its number */
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
 * Takes a prepared correction, once; to be called in the transaction that makes it.
 * @returns null when there is none, or it was taken
 */
export async function takePrepared(
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

interface CorrectionRow {
  readonly correction_id: bigint;
  readonly amount: bigint;
  readonly reason: string;
  readonly created_at: Date;
}

export const corrections: Handler<typeof calls.corrections> = async (
  { db, visitor },
  { userId },
  input,
) => {
  const { rows } = await db.query<CorrectionRow>(
    `select correction_id, amount, reason, created_at from correction where user_id = $1
     order by correction_id desc limit $2 offset $3`,
    [userId, input.limit, offsetOf(input)],
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
  }));
  return {
    debt: formatMoney(counted.rows[0]?.debt ?? 0n),
    ...pageOf(input, list, counted.rows[0]?.total ?? 0),
  };
};
