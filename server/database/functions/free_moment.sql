-- version 3
--
-- The first moment from p_earliest on at which a watch of p_time may have ended, with no other one's
-- end within its time, nor its own within another's. Advertisements are watches, too. It looks at the
-- watches of p_day and of the days beside it, however many there are of others: a watch takes less
-- than a day, and one that begins after p_day is not paid for it.
create or replace function free_moment(
  p_user_id bigint, p_day date, p_earliest timestamptz, p_time interval
) returns timestamptz language plpgsql stable as $$
begin
  return (
    with other as (
      select watched_at as ended_at, coalesce(watch_seconds, 0) * interval '1 second' as time
      from watched where user_id = p_user_id and day between p_day - 1 and p_day + 1
      union all
      select rewarded_at, coalesce(watch_seconds, 0) * interval '1 second'
      from ad_rewarded
      where user_id = p_user_id and day between p_day - 1 and p_day + 1 and action = 'watch'
    ),
    -- the time between those that have begun and the one that begins next
    gap as (
      select
        max(ended_at) over (order by ended_at - time, ended_at rows unbounded preceding) as begins_at,
        lead(ended_at - time) over (order by ended_at - time, ended_at) as ends_at
      from other where ended_at > p_earliest - p_time
      union all
      select '-infinity', min(ended_at - time) from other where ended_at > p_earliest - p_time
    )
    select min(greatest(p_earliest, begins_at + p_time)) from gap
    where greatest(p_earliest, begins_at + p_time) <= coalesce(ends_at, 'infinity')
  );
end $$;
