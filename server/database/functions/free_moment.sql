-- version 1
--
-- The first moment from p_earliest on at which a watch of p_time may have ended, with no other one's
-- end within its time, nor its own within another's. Advertisements are watches, too.
create or replace function free_moment(
  p_user_id bigint, p_day date, p_earliest timestamptz, p_time interval
) returns timestamptz language sql stable as $$
  with other as (
    select watched_at as ended_at, coalesce(watch_seconds, 0) * interval '1 second' as time
    from watched where user_id = p_user_id and day >= p_day - 1
    union all
    select rewarded_at, coalesce(watch_seconds, 0) * interval '1 second'
    from ad_rewarded where user_id = p_user_id and day >= p_day - 1 and action = 'watch'
  ),
  moment as (
    select p_earliest as at
    union all select ended_at + p_time from other where ended_at + p_time > p_earliest
  )
  select min(moment.at) from moment where not exists (
    select from other
    where other.ended_at > moment.at - p_time and other.ended_at - other.time < moment.at
  )
$$;
