import type { Database } from '../database/database.ts';
import { type Context, Refusal } from './context.ts';
import { hashBlock } from './review/registration-blocks.ts';
import { secondsLeftOfDay } from './time.ts';

type Rules = Pick<Context, 'settings' | 'now'>;

/** The last arguments of `promise_left()` and `promise_room()`. */
export const promiseParts = ({ settings }: Pick<Context, 'settings'>): readonly string[] => [
  settings.get('funding.promises_a_day'),
  settings.get('funding.promises_a_block'),
];

/** Whether a visitor who registers now must wait until another day to be promised this amount. */
export async function waitsForTomorrow(context: Context, amount: bigint): Promise<boolean> {
  const { db, now, visitor } = context;
  const { rows } = await db.query<{ waits: boolean }>(
    'select $5::bigint > promise_left($1, $2, $3, $4) as waits',
    [await hashBlock(db, visitor.address), now, ...promiseParts(context), amount],
  );
  return rows[0]?.waits === true;
}

/** Today's promises are used up; new ones are possible from the next UTC day on. */
export const noMoreToday = (now: Date): Refusal =>
  new Refusal('no_more_today', { retry_after: secondsLeftOfDay(now) });

export interface DayPromises {
  readonly taken: bigint;
  /** null: there is no limit, or nothing was promised today */
  readonly left: bigint | null;
}

/** Sums promised today for registrations and tasks. */
export async function readDayPromises(db: Database, rules: Rules): Promise<DayPromises> {
  const { rows } = await db.query<DayPromises>(
    `select promise_left(null, $1, $2, $3) as left, coalesce((
       select taken from day_promise
       where day = ($1::timestamptz at time zone 'UTC')::date and block_hash = ''
     ), 0) as taken`,
    [rules.now, ...promiseParts(rules)],
  );
  return rows[0] ?? { taken: 0n, left: null };
}
