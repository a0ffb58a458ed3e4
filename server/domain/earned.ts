import type { Reason } from '../../contract/reasons.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { type Context, Refusal } from './context.ts';
import { IS_COVERED, type Promised, payFunded } from './funding.ts';
import { lockProgress } from './progress.ts';
import { DAY, utcDay } from './time.ts';

/** When something was earned, as far as its claim says. */
export interface Earned {
  /** never after the present; null: the claim does not say, so it is earned now */
  readonly at: Date | null;
  /** the UTC day that it counts for */
  readonly day: string;
}

/**
 * @param settings tell how many days a claim may be late
 * @throws Refusal claim_expired
 */
export function earnedOf(
  { now, settings }: Pick<Context, 'now' | 'settings'>,
  earnedAt: string | undefined,
): Earned {
  if (earnedAt === undefined) return { at: null, day: utcDay(now) };
  const at = new Date(Math.min(Date.parse(earnedAt), now.getTime()));
  if (now.getTime() - at.getTime() > settings.get('claim.late_days') * DAY)
    throw new Refusal('claim_expired');
  return { at, day: utcDay(at) };
}

/** A watch whose time is not over. */
export interface Early {
  /** false: too long ago; null: never */
  readonly is_served: boolean | null;
  readonly ready_at: Date;
  /** its watch time */
  readonly seconds: number;
}

/**
 * How long a claim that comes too early has to wait, in milliseconds. What a phone still holds from
 * yesterday is served again by its claim, where that does not say when it was earned: a person who
 * watches over midnight waits for one more watch time and loses nothing.
 */
export function waitOf(now: Date, { is_served, ready_at, seconds }: Early): number {
  const left = ready_at.getTime() - now.getTime();
  return is_served && left > 0 ? left : seconds * 1000;
}

/**
 * What becomes of a claim. What was earned after all that is known goes by the locked row of
 * `progress` alone, in one statement; what lies before another watch, or on a day that is over, is
 * late: it has to look at the other watches too.
 */
interface Decision extends Promised {
  readonly refusal: Reason | null;
  readonly is_late: boolean;
}

/**
 * A claim that waited for a concurrent one sees that one in the locked row alone, as a time or a
 * count: that it was for the same clip shows only when the statement runs again.
 */
const mayHideDuplicate = (refusal: Reason | null): boolean =>
  refusal === 'too_early' || refusal === 'daily_limit_reached';

/**
 * Runs a claim's statement, and its late one where that is called for: within a transaction that
 * has the row of `progress` before the statement begins, which therefore sees every watch.
 */
export async function decide<Row extends Decision>(
  db: Database,
  userId: bigint,
  claim: (db: Database, isLate: boolean) => Promise<Row>,
): Promise<Row> {
  const run = async (work: () => Promise<Row>) => {
    const [row] = await payFunded(db, async () => [await work()]);
    if (!row) throw new Error('no decision');
    return row;
  };
  const promptly = () => run(() => claim(db, false));
  let row = await promptly();
  if (!row.is_late && mayHideDuplicate(row.refusal)) row = await promptly();
  if (!row.is_late) return row;
  return run(() =>
    inTransaction(db, async (transaction) => {
      await lockProgress(transaction, userId);
      return claim(transaction, true);
    }),
  );
}

/** SQL: whether a watch of `$9` lies before another one or beside it. */
export const IS_LATE_WATCH = 'coalesce($9 <= p.last_watch_at, false)';

/** The change that a watch makes, earned when `paid.ready_at` says: it never goes back. */
export const LAST_WATCH = 'greatest(p.last_watch_at, paid.ready_at)';

/** SQL: the refusal of a claim that found its key taken as it was written down. */
export const DUPLICATE = `case
    when not exists (select from paid) and ${IS_COVERED} then 'already_rewarded'
  end`;
