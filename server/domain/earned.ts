import type { Reason } from '../../contract/reasons.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { Refusal } from './context.ts';
import { payFunded } from './funding.ts';
import { DAY, utcDay } from './time.ts';

/** A claim may be made so long after it was earned. */
const CLAIM_LIFETIME_MS = 7 * DAY;

/** When something was earned, as far as its claim says. */
export interface Earned {
  /** never after the present; null: the claim does not say, so it is earned now */
  readonly at: Date | null;
  /** the UTC day that it counts for */
  readonly day: string;
}

/** @throws Refusal claim_expired */
export function earnedOf(now: Date, earnedAt: string | undefined): Earned {
  if (earnedAt === undefined) return { at: null, day: utcDay(now) };
  const at = new Date(Math.min(Date.parse(earnedAt), now.getTime()));
  if (now.getTime() - at.getTime() > CLAIM_LIFETIME_MS) throw new Refusal('claim_expired');
  return { at, day: utcDay(at) };
}

/**
 * What becomes of a claim. What was earned after all that is known goes by the locked row of
 * `progress` alone, in one statement; what lies before another watch, or on a day that is over, is
 * late: it has to look at the other watches too.
 */
interface Decision {
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
  const promptly = () => payFunded(db, () => claim(db, false));
  let row = await promptly();
  if (!row.is_late && mayHideDuplicate(row.refusal)) row = await promptly();
  if (!row.is_late) return row;
  return payFunded(db, () =>
    inTransaction(db, async (transaction) => {
      await transaction.query('select from progress where user_id = $1 for update', [userId]);
      return claim(transaction, true);
    }),
  );
}

/** SQL: whether a watch of `$9` lies before another one or beside it, or on a day that is over. */
export const IS_LATE_WATCH =
  'coalesce($9 <= p.last_watch_at or ($9 is not null and p.is_over), false)';

/** The change that a watch makes, earned when `decision.ready_at` says: it never goes back. */
export const LAST_WATCH = 'greatest(p.last_watch_at, decision.ready_at)';

/**
 * SQL: the first moment from `earliest` on at which a watch of `seconds` may have ended, with no
 * other one's end within its time, nor its own within another's. The user is `$1`, the day `$2`.
 */
export const freeMoment = (earliest: string, seconds: string): string => `(
  with other as (
    select watched_at as ended_at, coalesce(watch_seconds, 0) * interval '1 second' as time
    from watched where user_id = $1 and day >= $2::date - 1
    union all
    select rewarded_at, coalesce(watch_seconds, 0) * interval '1 second'
    from ad_rewarded where user_id = $1 and day >= $2::date - 1 and action = 'watch'
  ),
  own as (select ${earliest} as earliest, ${seconds} * interval '1 second' as time),
  moment as (
    select earliest as at from own
    union all select other.ended_at + own.time from other, own where other.ended_at + own.time > earliest
  )
  select min(moment.at) from moment, own where not exists (
    select from other
    where other.ended_at > moment.at - own.time and other.ended_at - other.time < moment.at
  ))`;
