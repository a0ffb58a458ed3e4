import type { Database } from '../../database/database.ts';
import { among } from './among.ts';

/** The fastest series of claims. */
interface Run {
  readonly ended_at: Date;
  /** seconds from the first claim to the last */
  readonly elapsed: number;
  /** sum of the watch times of all claims but the first, in seconds */
  readonly watch_seconds: number;
}

/** The speed of a person's claims. */
export interface Pace {
  /** claims of the last 30 days */
  readonly claims: number;
  /** the part of them with a stored time of arrival */
  readonly arrived: number;
  /** of `arrived`: sooner after another claim than their watch time takes */
  readonly bursts: number;
  /** of `arrived`: after their UTC day */
  readonly late: number;
  /** null: there were not enough claims in a row */
  readonly run: Run | null;
}

/**
 * Each claim of the people `$1` since the day `$2`. `elapsed` is the time from the first to the last of the `$3`
 * claims that end with this claim, by the times that the claims state; `is_late` and `is_burst` use the arrival,
 * which no client can choose.
 */
const claimsOf = (are: string) => `
  select user_id, at, arrived_at,
    day < (arrived_at at time zone 'UTC')::date as is_late,
    arrived_at - lag(arrived_at) over (partition by user_id order by arrived_at nulls first, at)
      < seconds * interval '1 second' as is_burst,
    extract(epoch from at - lag(at, $3::int - 1) over (partition by user_id order by at))::float8
      as elapsed,
    sum(seconds) over (
      partition by user_id order by at rows between $3::int - 2 preceding and current row
    )::float8 as watch_seconds
  from (
    select user_id, watched_at as at, day, arrived_at, coalesce(watch_seconds, 0) as seconds
    from watched where user_id ${are} and day >= $2::date
    union all
    select user_id, rewarded_at, day, arrived_at, coalesce(watch_seconds, 0)
    from ad_rewarded
    where user_id ${are} and day >= $2::date and action = 'watch'
  ) as claim`;

const pacesOf = (are: string) => `
  select user_id, count(*)::int as claims, count(arrived_at)::int as arrived,
    (count(*) filter (where is_burst))::int as bursts,
    (count(*) filter (where is_late))::int as late,
    (array_agg(
      jsonb_build_object('ended_at', at, 'elapsed', elapsed, 'watch_seconds', watch_seconds)
      order by elapsed - watch_seconds, at
    ) filter (where elapsed is not null))[1] as run
  from (${claimsOf(are)}) as claim group by user_id`;

interface PaceRow extends Omit<Pace, 'run'> {
  readonly user_id: bigint;
  readonly run: (Omit<Run, 'ended_at'> & { readonly ended_at: string }) | null;
}

export const NO_CLAIMS: Pace = { claims: 0, arrived: 0, bursts: 0, late: 0, run: null };

/**
 * The pace of each of these people since a day; people without claims are missing.
 * @param runLength claims in a row
 */
export async function readPaces(
  db: Database,
  people: readonly bigint[],
  since: string,
  runLength: number,
): Promise<Map<bigint, Pace>> {
  const { are, values } = among(people, since, runLength);
  const { rows } = await db.query<PaceRow>(pacesOf(are), values);
  return new Map(
    rows.map(({ user_id, run, ...counts }) => [
      user_id,
      { ...counts, run: run && { ...run, ended_at: new Date(run.ended_at) } },
    ]),
  );
}
