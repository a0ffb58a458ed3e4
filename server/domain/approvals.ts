import type { Database } from '../database/database.ts';
import { moveOf, SettlementError } from './payout-steps.ts';

/** Who lets money out, and how much alone on a UTC day; 0: any amount. */
export interface Approval {
  readonly who: string;
  /** 1/10,000 units */
  readonly above: bigint;
}

/** Money for a person that no other operator has found good. */
export interface Alone {
  readonly user_id: bigint;
  /** 1/10,000 units */
  readonly amount: bigint;
}

/**
 * Whether a request needs two operators whatever else the day has brought.
 * @param above SQL of the amount above which it does; 0: never
 */
export const needsSecond = (above: string): string =>
  `(needs_second or (${above}::bigint > 0 and amount > ${above}))`;

/**
 * Keeps for good that what waits has waited under the limit that is about to be changed.
 * @param above the limit that has counted until now; 0: none
 */
export async function keepSecondApproval(db: Database, above: bigint): Promise<void> {
  await db.query(
    `update withdrawal set needs_second = true
     where step = any($2) and not needs_second and ${needsSecond('$1')}`,
    [above, moveOf('request.rejected').from],
  );
}

/** Keeps who has set the limit. @param who null: not known @param above 1/10,000 units */
export async function noteLimit(db: Database, who: string | null, above: bigint): Promise<void> {
  await db.query('insert into approval_limit (who, above) values ($1, $2)', [who, above]);
}

/**
 * The limit that counts for an operator. Another one's counts as it is; whoever has raised or lifted
 * it since stays below the smallest of them.
 */
export async function limitOf(db: Database, who: string): Promise<Approval> {
  const { rows } = await db.query<{ above: bigint }>(
    `select coalesce(min(above) filter (where above > 0), 0) as above from approval_limit
     where change_id >= coalesce(
       (select max(change_id) from approval_limit where who is distinct from $1), 0
     )`,
    [who],
  );
  return { who, above: rows[0]?.above ?? 0n };
}

/** SQL of what a person got on a day from operators alone. */
const personSum = (userId: string, day: string): string => `coalesce((
    select sum(approved_alone.amount) from approved_alone
    where kind = 'person' and subject = ${userId}::text and day >= ${day}::date
  ), 0)`;

/**
 * SQL of whether an operator may pay a row of `withdrawal`, as long as the sum of the day holds.
 * @param who SQL of the operator
 * @param above SQL of the operator's limit
 * @param day SQL of today, by UTC
 */
export const mayPay = (who: string, above: string, day: string): string => `(
    coalesce(prepared_by <> ${who}::text, false) or (
      not ${needsSecond(above)} and (${above}::bigint = 0 or (
        amount + ${personSum('user_id', day)} <= ${above}::bigint
        and not exists (
          select from password_reset
          where password_reset.user_id = withdrawal.user_id and who = ${who}::text
        )
      ))
    )
  )`;

/** The UTC day of a moment. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * $1 kinds, $2 subjects, $3 amounts, $4 the day. Rows are locked in one order, so that two at once
 * are counted one after the other.
 */
const ADD = `
  insert into approved_alone as known (kind, subject, day, amount)
  select kind, subject, $4, sum(amount)
  from unnest($1::text[], $2::text[], $3::bigint[]) as added (kind, subject, amount)
  group by kind, subject order by kind, subject
  on conflict (kind, subject) do update set
    day = greatest(known.day, excluded.day),
    amount = excluded.amount + case when known.day >= excluded.day then known.amount else 0 end
  returning kind, amount`;

/** What an operator may still let out alone today. @returns 1/10,000 units; null: any amount */
export async function readRoom(
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

/** The same, with its row locked to the end of the transaction. */
export async function roomOf(
  db: Database,
  { who, above }: Approval,
  now: Date,
): Promise<bigint | null> {
  if (above === 0n) return null;
  const { rows } = await db.query<{ amount: bigint }>(ADD, [['operator'], [who], [0n], dayOf(now)]);
  return above - (rows[0]?.amount ?? 0n);
}

/** Whether an operator has made a link to a new password for one of these people. */
async function couldBeAnyOf(db: Database, who: string, people: readonly Alone[]): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from password_reset where who = $1 and user_id = any($2) limit 1',
    [who, people.map(({ user_id }) => user_id)],
  );
  return rowCount === 1;
}

/** The rule that keeps an operator from letting out money alone. */
export type Obstacle = 'raised' | 'large' | 'link' | 'person' | 'operator';

/** Whether the limit that another operator has set would let it through. */
async function isBelowNewest(db: Database, amount: bigint): Promise<boolean> {
  const { rows } = await db.query<{ above: bigint }>(
    'select above from approval_limit order by change_id desc limit 1',
  );
  const above = rows[0]?.above ?? 0n;
  return above === 0n || amount <= above;
}

/**
 * Counts money that an operator lets out alone; to be called in the transaction that does so, before
 * it locks a wallet, and to be rolled back when it does not fit.
 * @returns the rule that it breaks; null: it is within the limit, for the operator and for each person,
 *   and none of them is somebody whose password the operator could know
 */
export async function countAlone(
  db: Database,
  { who, above }: Approval,
  payments: readonly Alone[],
  now: Date,
): Promise<Obstacle | null> {
  if (above === 0n || payments.length === 0) return null;
  const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
  if (total > above) return (await isBelowNewest(db, total)) ? 'raised' : 'large';
  if (await couldBeAnyOf(db, who, payments)) return 'link';
  const { rows } = await db.query<{ kind: 'operator' | 'person'; amount: bigint }>(ADD, [
    ['operator', ...payments.map(() => 'person')],
    [who, ...payments.map(({ user_id }) => String(user_id))],
    [total, ...payments.map(({ amount }) => amount)],
    dayOf(now),
  ]);
  const over = rows.filter(({ amount }) => amount > above).map(({ kind }) => kind);
  return over.includes('person') ? 'person' : (over[0] ?? null);
}

/** Why an operator may not approve a request alone, as far as its row and its person tell. */
interface Hindrances extends Alone {
  readonly may: boolean;
  /** it is above the limit that counts for this operator alone, who has raised it */
  readonly has_raised: boolean;
  /** it needs two operators, whoever they are */
  readonly needs_two: boolean;
  /** the person would get more from operators alone on this day than one may give */
  readonly is_much: boolean;
  readonly has_link: boolean;
}

/** $1 the request, $2 the operator and $3 their limit, $4 today, $5 the steps of what waits. */
const HINDRANCES = `
  select user_id, amount, ${mayPay('$2', '$3', '$4')} as may,
    ${needsSecond('$3')} and not ${needsSecond('coalesce(newest.above, 0)')} as has_raised,
    ${needsSecond('$3')} as needs_two,
    amount + ${personSum('user_id', '$4')} > $3 as is_much,
    exists (
      select from password_reset
      where password_reset.user_id = withdrawal.user_id and who = $2
    ) as has_link
  from withdrawal
  left join (select above from approval_limit order by change_id desc limit 1) as newest on true
  where withdrawal_id = $1 and step = any($5) and not (coalesce(prepared_by <> $2, false))`;

/** What to do about it; only the reason that holds, and another operator only where one can. */
function refusal(id: number, { has_raised, is_much, has_link }: Hindrances): SettlementError {
  const alone = (why: string) =>
    new SettlementError(
      `you cannot approve withdrawal ${id} alone: ${why}; another operator can approve it`,
    );
  if (has_raised) return alone('it is above the limit from before you raised it');
  if (is_much) {
    return new SettlementError(
      `withdrawal ${id} needs two operators: one prepares it, another one approves it (with what ` +
        'operators have let out alone for this person today it is above the limit)',
    );
  }
  if (has_link) return alone('you have made a link to a new password for this person');
  return alone('with what else you have let out alone today it is above the limit');
}

/**
 * Counts a request that is about to be approved, if no other operator has prepared it.
 * @throws SettlementError when this operator may not approve it alone; what needs two operators
 *   whatever the day has brought is refused by the step itself
 */
export async function countApproval(
  db: Database,
  id: number,
  approval: Approval,
  now: Date,
): Promise<void> {
  const { who, above } = approval;
  if (above === 0n) return;
  const values = [id, who, above, dayOf(now), moveOf('request.paid').from];
  const [row] = (await db.query<Hindrances>(HINDRANCES, values)).rows;
  if (!row || (row.needs_two && !row.has_raised)) return;
  if (row.may && !(await countAlone(db, approval, [row], now))) return;
  throw refusal(id, row);
}

/** Keeps that an operator knows somebody's password. */
export async function noteReset(db: Database, userId: bigint, who: string): Promise<void> {
  await db.query(
    'insert into password_reset (user_id, who) values ($1, $2) on conflict do nothing',
    [userId, who],
  );
}
