import type { Context } from './context.ts';

/**
 * The row that the rules of earning look at. Whoever claims something first locks it: claims of
 * one user queue here, so that a limit holds however many arrive at once. `$1` is the user, `$2`
 * the UTC day; the columns of another day count as zero.
 *
 * A lock returns the row's newest version, but the rest of the statement still sees the database
 * as it was when the statement began: only what stands in this row is exact, everything else is
 * backed by a unique index and `afterRivals`.
 */
export const LOCKED_PROGRESS = `
  p as (
    select user_id, last_watch_at, share_claimed_on, videos, ads_viewed, ads_clicked, shares,
      case when day = $2 then videos_today else 0 end as videos_today,
      case when day = $2 then extra_views_today else 0 end as extra_views_today,
      case when day = $2 then extra_times_today else 0 end as extra_times_today,
      case when day = $2 then ads_watched_today else 0 end as ads_watched_today,
      case when day = $2 then ads_clicked_today else 0 end as ads_clicked_today,
      case when day = $2 then shares_today else 0 end as shares_today
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

type Column =
  | (typeof TODAY)[number]
  | 'videos'
  | 'ads_viewed'
  | 'ads_clicked'
  | 'shares'
  | 'last_watch_at'
  | 'share_claimed_on';

/**
 * `update progress` from the locked row `p`, turning it to today.
 * @param changes SQL expressions for the columns that change
 * @param condition when the change is made; may name `p` and the relations in `from`
 */
export function updateProgress(
  changes: Partial<Record<Column, string>>,
  from: string,
  condition: string,
): string {
  const kept = Object.fromEntries(TODAY.map((column) => [column, `p.${column}`]));
  const columns = Object.entries({ ...kept, ...changes });
  return `
  update progress set day = $2, ${columns.map(([name, value]) => `${name} = ${value}`).join(', ')}
  from p, ${from} where progress.user_id = p.user_id and ${condition}
  returning progress.*`;
}

/** How many more shares bring extra views today. */
export function extraSharesLeft(settings: Context['settings'], timesToday: number): number {
  if (settings.get('share.extra_views') === 0) return 0;
  return Math.max(settings.get('share.extra_times_per_day') - timesToday, 0);
}
