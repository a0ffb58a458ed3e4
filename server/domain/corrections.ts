import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/database.ts';
import type { Handler } from './context.ts';
import { payFunded, takeFunds } from './funding.ts';
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
  with w as (select * from wallet where user_id = $1 for update),
  made as (
    insert into correction (user_id, amount, reason, created_at)
    select user_id, $2, $3, $4 from w returning user_id, correction_id
  ),
  parts as (
    select w.*, correction_id, greatest($2::bigint, 0) as added,
      least(debt, greatest($2, 0)) as repaid, least(available, greatest(-$2, 0)) as taken,
      greatest(-$2 - available, 0) as owed
    from w join made using (user_id)
  ),
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
  funds as (${takeFunds('select coalesce(sum(added - repaid - taken), 0)::bigint from parts')})
  select correction_id, moved.available, moved.debt from moved join made using (user_id)`;

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
  const { rows } = await payFunded(db, () =>
    db.query<Corrected>(CORRECT, [userId, amount, reason, now]),
  );
  return rows[0] ?? null;
}

interface CorrectionRow {
  readonly correction_id: bigint;
  readonly amount: bigint;
  readonly reason: string;
  readonly created_at: Date;
}

export const corrections: Handler<typeof calls.corrections> = async ({ db }, { userId }, input) => {
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
    reason: row.reason,
    created_at: row.created_at.toISOString(),
  }));
  return {
    debt: formatMoney(counted.rows[0]?.debt ?? 0n),
    ...pageOf(input, list, counted.rows[0]?.total ?? 0),
  };
};
