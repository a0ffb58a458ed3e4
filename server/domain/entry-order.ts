/**
 * Ledger entries are found by their number (`version`), not by their time. The numbers have the order of the commits,
 * so an entry of a call that waited may follow an entry with a later time. A call waits for seconds, far below an hour.
 */
const OUT_OF_ORDER = "interval '1 hour'";

/**
 * SQL: the number of the person `$1`'s last entry before a moment, by binary search; entries out of order make the
 * number inexact. 0: before the first entry.
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

/** SQL: an entry number; all entries of the person `$1` up to this number were made before a moment. */
export const versionLowerBound = (moment: string): string =>
  entryAt(`${moment}::timestamptz - ${OUT_OF_ORDER}`);

/** SQL: an entry number; no entry of the person `$1` after this number was made before a moment. */
export const versionUpperBound = (moment: string): string =>
  entryAt(`${moment}::timestamptz + ${OUT_OF_ORDER}`);
