import type { Database } from '../../database/database.ts';
import { among } from './among.ts';

/** The period in which claims of clips can be compared with sent files; null: no claim can. */
interface Coverage {
  readonly known_since: string | null;
  readonly known_until: string | null;
}

interface CoverageRow extends Coverage {
  readonly is_logged: boolean;
  readonly has_log: boolean;
}

/** Claims compared with sent files. */
export interface Compared {
  /** claims of clips with files on this server, without the first claim of each day */
  readonly played: number;
  /** the part of them without any file sent to this user */
  readonly not_fetched: number;
}

export const NOTHING_COMPARED: Compared = { played: 0, not_fetched: 0 };

/** The claims that are compared: within the coverage, and not before the day `since`. */
export interface Comparable extends Coverage {
  readonly since: string;
}

/** $1 whether a CDN sends clips. */
const COVERAGE = `
  select
    (case when is_logged then (log_since at time zone 'UTC')::date + 4
      else coalesce(since, '-infinity'::date) end)::text as known_since,
    (case when is_logged then log_until else 'infinity' end)::text as known_until,
    is_logged, log_until is not null as has_log
  from (select 1) as one left join media_coverage on true
    cross join lateral (select $1::boolean or coalesce(is_elsewhere, false) as is_logged) as told`;

/** @returns which claims can be compared, and whether any sent files are recorded */
export async function findCoverage(
  db: Database,
  isMediaAtCdn: boolean,
  since: string,
): Promise<{ readonly comparable: Comparable; readonly isMediaKnown: boolean }> {
  const [row] = (await db.query<CoverageRow>(COVERAGE, [isMediaAtCdn])).rows;
  if (!row) throw new Error('no coverage');
  const { known_since, known_until, is_logged, has_log } = row;
  const comparable = { since, known_since, known_until };
  if (is_logged) return { comparable, isMediaKnown: has_log };
  const { rowCount } = await db.query(
    'select from media_asked where asked_on >= $1::date limit 1',
    [since],
  );
  return { comparable, isMediaKnown: rowCount === 1 };
}

/** Omits the first clip of each day: the page may have fetched that clip, by an address that does not name the user. */
const comparedOf = (are: string) => `
  select user_id, sum(greatest(claims - 1, 0))::int as played,
    sum(greatest(not_sent - 1, 0))::int as not_fetched
  from (
    select watched.user_id, count(*) as claims,
      count(*) filter (where media_asked.user_id is null) as not_sent
    from watched join video using (video_id)
    left join media_asked
      on media_asked.user_id = watched.user_id and media_asked.video_id = watched.video_id
    where watched.user_id ${are} and day >= $2::date and url like '/media/%'
      and day >= $3::date and watched_at < $4::timestamptz
    group by watched.user_id, day
  ) as by_day group by user_id`;

interface ComparedRow extends Compared {
  readonly user_id: bigint;
}

/** Claims of each of these people compared with sent files; people without claims are missing. */
export async function compareClaims(
  db: Database,
  people: readonly bigint[],
  { since, known_since, known_until }: Comparable,
): Promise<Map<bigint, Compared>> {
  const { are, values } = among(people, since, known_since, known_until);
  const { rows } = await db.query<ComparedRow>(comparedOf(are), values);
  return new Map(rows.map(({ user_id, ...compared }) => [user_id, compared]));
}
