-- version 1
--
-- Divides what is left of a sum anew between its allotments, in one call, so that no process can freeze in it: evenly
-- between all of them that it gets, or between as many as still get p_amount each. The last of it lies in one of them.
--
-- Locks, always in this order: the sum's own row, which it does not wait for; its allotments by their number.
create or replace function divide_allotments(
  -- the advertisement whose budget it is; null: the funds
  p_ad_id bigint,
  -- 1/10,000 units, above 0
  p_amount bigint,
  -- whether it waits for allotments that others have locked; false: it goes on without those
  p_waits boolean
)
-- whether an allotment covers p_amount then; null: somebody else has locked the sum, or nothing is divided
returns boolean language plpgsql set enable_seqscan = off as $$
declare
  -- what is in no allotment; then all that is divided
  whole bigint;
  -- those that it has locked, what lies in all of them, and in the fullest
  slots integer[];
  lying bigint;
  fullest bigint;
  parts bigint;
  part bigint;
begin
  if p_ad_id is null then
    select room into whole from funding where is_enforced for update skip locked;
  else
    select budget - spent into whole from ad where ad_id = p_ad_id and budget is not null
    for update skip locked;
  end if;
  if not found then return null; end if;
  if p_ad_id is null then
    if p_waits then perform from funding_allotment order by slot for update; end if;
    select array_agg(slot order by slot), coalesce(sum(room), 0), coalesce(max(room), 0)
    into slots, lying, fullest
    from (select slot, room from funding_allotment order by slot for update skip locked) as locked;
  else
    if p_waits then perform from ad_allotment where ad_id = p_ad_id order by slot for update; end if;
    select array_agg(slot order by slot), coalesce(sum(room), 0), coalesce(max(room), 0)
    into slots, lying, fullest
    from (
      select slot, room from ad_allotment where ad_id = p_ad_id order by slot for update skip locked
    ) as locked;
  end if;
  if fullest >= p_amount then return true; end if;
  whole := whole + lying;
  if whole < p_amount or slots is null then return false; end if;
  parts := greatest(least(cardinality(slots), whole / p_amount), 1);
  part := whole / parts;
  if p_ad_id is null then
    update funding_allotment set room = case when array_position(slots, slot) <= parts then part else 0 end
    where slot = any (slots);
    update funding set room = whole - part * parts;
  else
    update ad_allotment set room = case when array_position(slots, slot) <= parts then part else 0 end
    where ad_id = p_ad_id and slot = any (slots);
    update ad set spent = budget - (whole - part * parts) where ad_id = p_ad_id;
  end if;
  return true;
end $$;
