import type { Database } from '../database/database.ts';

/** An operator, and the sum that this operator may approve on a UTC day without a second operator; 0: any sum. */
export interface Approval {
  readonly who: string;
  /** the sum, in 1/10,000 units */
  readonly above: bigint;
}

/** The UTC day of a moment. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * Adds to the sums of the day; $1 kinds, $2 subjects, $3 amounts, $4 the day. Rows are locked in a fixed order:
 * concurrent approvals wait for each other, without a deadlock. Adding 0 only locks a row, and keeps the sum of an
 * earlier day in it.
 */
const ADD = `
  insert into approved_alone as known (kind, subject, day, amount)
  select kind, subject, $4, sum(amount)
  from unnest($1::text[], $2::text[], $3::bigint[]) as added (kind, subject, amount)
  group by kind, subject order by kind, subject
  on conflict (kind, subject) do update set
    day = case when excluded.amount = 0 then known.day else greatest(known.day, excluded.day) end,
    amount = excluded.amount +
      case when excluded.amount = 0 or known.day >= excluded.day then known.amount else 0 end
  returning kind, subject, case when day >= $4 then amount else 0 end as amount`;

/** A sum of an operator, or of a person. @property subject the operator's name, or the person's id */
export interface SumOfDay {
  readonly kind: 'operator' | 'person';
  readonly subject: string;
  /** 1/10,000 units */
  readonly amount: bigint;
}

/** Adds to the sums of the day, and locks them until the transaction ends. @returns the new sums */
export async function addToSums(
  db: Database,
  added: readonly SumOfDay[],
  now: Date,
): Promise<SumOfDay[]> {
  const { rows } = await db.query<SumOfDay>(ADD, [
    added.map(({ kind }) => kind),
    added.map(({ subject }) => subject),
    added.map(({ amount }) => amount),
    dayOf(now),
  ]);
  return rows;
}

/**
 * Reads today's sums approved by single operators, by person. In a distributed database, `approved_alone` is on another
 * machine than the people's rows, so statements on those rows get the sums as a parameter.
 * @returns JSON: the amounts by user id
 */
export async function readPersonSums(
  db: Database,
  { above }: Approval,
  now: Date,
): Promise<string> {
  // without a limit, no sum is too large
  if (above === 0n) return '{}';
  const { rows } = await db.query<{ sums: string }>(
    `select coalesce(jsonb_object_agg(subject, amount), '{}')::text as sums from approved_alone
     where kind = 'person' and day >= $1::date`,
    [dayOf(now)],
  );
  return rows[0]?.sums ?? '{}';
}

/**
 * The sum that an operator may still approve today without a second operator.
 * @returns 1/10,000 units; null: any amount
 */
export async function readSoloAllowance(
  db: Database,
  { who, above }: Approval,
  now: Date,
): Promise<bigint | null> {
  if (above === 0n) return null;
  const { rows } = await db.query<{ amount: bigint }>(
    `select amount from approved_alone where kind = 'operator' and subject = $1 and day >= $2`,
    [who, dayOf(now)],
  );
  return above - (rows[0]?.amount ?? 0n);
}

/** `readSoloAllowance` with the operator's row locked until the transaction ends. */
export async function lockSoloAllowance(
  db: Database,
  { who, above }: Approval,
  now: Date,
): Promise<bigint | null> {
  if (above === 0n) return null;
  const [sum] = await addToSums(db, [{ kind: 'operator', subject: who, amount: 0n }], now);
  return above - (sum?.amount ?? 0n);
}

/**
 * `readPersonSums` of these people, with their rows locked until the transaction ends: concurrent approvals of payments
 * to them run before or after it.
 */
export async function lockPersonSums(
  db: Database,
  { above }: Approval,
  people: readonly bigint[],
  now: Date,
): Promise<string> {
  if (above === 0n || people.length === 0) return '{}';
  const added = people.map((id): SumOfDay => ({ kind: 'person', subject: String(id), amount: 0n }));
  const rows = await addToSums(db, added, now);
  return JSON.stringify(
    Object.fromEntries(rows.map(({ subject, amount }) => [subject, String(amount)])),
  );
}
