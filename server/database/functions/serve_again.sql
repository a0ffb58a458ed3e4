-- version 3
--
-- Stores that a clip or an ad was served at p_now. Within one day the first time counts; if the last time was before
-- p_day, p_now is a new first time. The times of the eight days before are stored for backdated claims.
create or replace function serve_again(
  p_user_id bigint, p_day date, p_now timestamptz, p_kind text, p_item_id bigint
) returns void language plpgsql as $$
begin
  insert into served (user_id, kind, item_id, first_at)
  values (p_user_id, p_kind, p_item_id, p_now)
  on conflict (user_id, kind, item_id) do update
    set first_at = excluded.first_at,
      -- no slice of the array: Citus fails on one here
      earlier = array_remove(
        served.earlier || served.first_at,
        case when cardinality(served.earlier) >= 8 then served.earlier[1] end
      )
    where served.first_at < p_day::timestamp at time zone 'UTC';
end $$;
