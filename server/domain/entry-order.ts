/**
 * Entries have no time in their key. They are numbered in the order of their commits, so an entry of a call that waited
 * may follow one of a later call. A call waits for seconds at most; an hour is far more.
 */
const OUT_OF_ORDER = "interval '1 hour'";

/**
 * SQL: a number near the person `$1`'s last entry before a moment, by binary search; entries out of order make it
 * inexact. 0: before the first entry.
 */
const entryAt = (moment: string) => `(
    with recursive search (low, high) as (
      select 0::bigint, coalesce(max(version), 0) + 1 from transfer where user_id = $1
      union all
      select case when is_before then middle else low end,
        case when is_before then high else middle end
      from (
        select low, high, middle, coalesce((
          select created_at < ${moment} from transfer
          where user_id = $1 and version <= middle order by version desc limit 1
        ), true) as is_before
        from (
          select low, high, (low + high) / 2 as middle from search where high - low > 1
        ) as halved
      ) as looked_at
    )
    select max(low) from search
  )`;

/** SQL: a number; all entries of the person `$1` up to it were made before a moment. */
export const versionLowerBound = (moment: string): string =>
  entryAt(`${moment}::timestamptz - ${OUT_OF_ORDER}`);

/** SQL: a number; no entry of the person `$1` after it was made before a moment. */
export const versionUpperBound = (moment: string): string =>
  entryAt(`${moment}::timestamptz + ${OUT_OF_ORDER}`);
