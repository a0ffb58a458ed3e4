import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/**
 * A sum that many take from at once, divided into rows: each takes from one that nobody else has
 * locked, so that a process that froze stops no other. All parts are SQL.
 */
export interface Allotted {
  /** one row with `room`: what is in no allotment yet; no row: nothing is divided */
  readonly shared: string;
  /** its rows have `slot` and `room` */
  readonly table: string;
  /** which rows of `table` are this sum's */
  readonly where: string;
  /** writes back `plan.rest`, which is in no allotment afterwards */
  readonly keepRest: string;
}

/**
 * Divides what is left anew, in one statement, so that no process can freeze in it: evenly between
 * all allotments, or between as many as still get `$1` each. The last of it lies in one of them.
 */
const divide = (
  { shared, table, where, keepRest }: Allotted,
  waiting: 'skip locked' | '',
): string => `
  with shared as materialized (${shared} for update skip locked),
  allotment as materialized (
    select slot, ${table}.room from ${table}, shared where ${where}
    order by slot for update of ${table} ${waiting}
  ),
  total as (
    select shared.room + coalesce(sum(allotment.room), 0)::bigint as room,
      count(slot) as slots, coalesce(max(allotment.room), 0) as largest
    from shared left join allotment on true group by shared.room
  ),
  plan as (
    select each, parts, room - each * parts as rest
    from total,
      lateral (select greatest(least(slots, room / $1::bigint), 1) as parts) as divided,
      lateral (select room / parts as each) as shares
    where room >= $1 and largest < $1 and slots > 0
  ),
  divided as (
    update ${table} set room = case when place <= parts then each else 0 end
    from plan, (select slot, row_number() over (order by slot) as place from allotment) as ranked
    where ${table}.slot = ranked.slot and ${where}
  ),
  rest as (${keepRest})
  select largest >= $1 or (room >= $1 and slots > 0) as is_found from total`;

/** A moment, of another length for each that waits: in it others commit. */
const moment = () => delay(5 + 20 * Math.random());

/**
 * Makes an allotment cover an amount, if all of them together do. Where somebody else has locked
 * what is needed, it waits for a moment only: that one may have frozen, and others may be quicker.
 * @param amount 1/10,000 units, above 0
 * @param values of the parts' SQL, from $2 on
 */
export async function allot(
  pool: pg.Pool,
  allotted: Allotted,
  amount: bigint,
  ...values: readonly unknown[]
): Promise<void> {
  for (const waiting of ['skip locked', ''] as const) {
    const statement = divide(allotted, waiting);
    const { rows } = await pool.query<{ is_found: boolean }>(statement, [amount, ...values]);
    if (rows[0]?.is_found) return;
    if (!rows[0]) break;
  }
  await moment();
}
