-- version 2
--
-- Divides the rest of a sum (the funds, or an ad's budget) again among its allotments: evenly between all allotments
-- that it can lock, or between as many as can get p_amount each. The last p_amount goes to a single allotment. It is
-- one call, so that no process can freeze between its steps.
--
-- Locks, always in this order: the sum's row, without waiting for it; its allotments by slot.
create or replace function divide_allotments(
  -- the ad whose budget is divided; null: the funds
  p_ad_id bigint,
  -- 1/10,000 units, above 0
  p_amount bigint,
  -- whether it waits for allotments that other transactions have locked; false: it skips them
  p_waits boolean
)
-- whether an allotment covers p_amount now; null: another transaction has locked the sum, or the sum has no limit
returns boolean language plpgsql set enable_seqscan = off as $$
declare
  -- the part of the sum in no allotment; later the whole sum to divide
  whole bigint;
  -- the locked allotments, their sum, and the largest
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
