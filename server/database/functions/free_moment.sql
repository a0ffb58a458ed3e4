-- version 4
--
-- Returns the earliest time from p_earliest on at which a watch of length p_time may have ended without overlapping
-- another watch of the user. Watches are of clips and of ads. It reads only the watches of p_day and of the days
-- beside it: a watch takes less than a day, and a watch that begins after p_day is not paid for p_day.
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
    -- gaps between the end of all watches that have begun and the next watch
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
