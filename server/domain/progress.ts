import type { Context } from './context.ts';

/**
 * SQL of a table `p`: the user's row that the rules of earning read. Every claim locks it first, so claims of one user
 * wait here and a limit holds for any number of simultaneous claims. `$1` is the user, `$2` the UTC day; columns of an
 * earlier day count as zero. If another claim has moved the row to a new day, a claim that began before midnight counts
 * for that day, too.
 *
 * A lock returns the row's newest version, but the rest of the statement still sees the database as of its beginning:
 * only the columns of this row are exact; everything else relies on a key that is inserted `on conflict do nothing`.
 */
export const LOCKED_PROGRESS = `
  p as (
    select user_id, shares, greatest(day, $2::date) as day,
      case when day >= $2 then videos_today else 0 end as videos_today,
      case when day >= $2 then extra_views_today else 0 end as extra_views_today,
      case when day >= $2 then extra_times_today else 0 end as extra_times_today,
      case when day >= $2 then ads_watched_today else 0 end as ads_watched_today,
      case when day >= $2 then ads_clicked_today else 0 end as ads_clicked_today,
      case when day >= $2 then shares_today else 0 end as shares_today
    from progress where user_id = $1 for update
  )`;

const TODAY = [
  'videos_today',
  'extra_views_today',
  'extra_times_today',
  'ads_watched_today',
  'ads_clicked_today',
  'shares_today',
] as const;

type Column = (typeof TODAY)[number] | 'shares';

/**
 * `update progress` from the locked row `p`, moving it to today.
 * @param changes SQL expressions for the changed columns
 * @param condition of the update; may name `p` and the relations in `from`
 */
export function updateProgress(
  changes: Partial<Record<Column, string>>,
  from: string,
  condition: string,
): string {
  const kept = Object.fromEntries(TODAY.map((column) => [column, `p.${column}`]));
  const columns = Object.entries({ ...kept, ...changes });
  return `
  update progress set day = p.day, ${columns.map(([name, value]) => `${name} = ${value}`).join(', ')}
  from p, ${from} where progress.user_id = $1 and ${condition}
  returning progress.*`;
}

/** SQL of the moment at which the UTC day `$2` began: a clip that was served only before it must be served again. */
export const DAY_BEGAN = `($2::date::timestamp at time zone 'UTC')`;

/** Number of earlier days whose first times a row stores, besides its newest day. */
const SERVED_DAYS = 8;

/**
 * The end of an insert into `served`: on a new day the row gets a new time, and within one day the first time counts.
 * The times of the last days are stored for late claims. This SQL has no parameter and no slice of an array: Citus
 * does not pass parameters on here, and fails at a slice.
 */
export const SERVED_ANEW = `on conflict (user_id, kind, item_id) do update
  set first_at = excluded.first_at,
    earlier = array_remove(
      served.earlier || served.first_at,
      case when cardinality(served.earlier) >= ${SERVED_DAYS} then served.earlier[1] end
    )
  where served.first_at < date_trunc('day', excluded.first_at at time zone 'UTC') at time zone 'UTC'`;

/** The number of shares that still bring extra views today. */
export function extraSharesLeft(settings: Context['settings'], timesToday: number): number {
  if (settings.get('share.extra_views') === 0) return 0;
  return Math.max(settings.get('share.extra_times_per_day') - timesToday, 0);
}
