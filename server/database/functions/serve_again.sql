-- version 2
--
-- Notes that a clip or an advertisement was served at p_now. What was served on a day before p_day is
-- served anew, and within one day the first time counts. The times of eight days are kept, for
-- claims that come late.
create or replace function serve_again(
  p_user_id bigint, p_day date, p_now timestamptz, p_kind text, p_item_id bigint
) returns void language plpgsql as $$
begin
  insert into served (user_id, kind, item_id, first_at)
  values (p_user_id, p_kind, p_item_id, p_now)
  on conflict (user_id, kind, item_id) do update
    set first_at = excluded.first_at,
      -- no slice of the array: Citus ends at one here
      earlier = array_remove(
        served.earlier || served.first_at,
        case when cardinality(served.earlier) >= 8 then served.earlier[1] end
      )
    where served.first_at < p_day::timestamp at time zone 'UTC';
end $$;
