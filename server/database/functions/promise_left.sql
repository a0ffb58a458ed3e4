-- version 2
--
-- How much registrations and tasks may still promise on this UTC day, to those of one block of addresses
-- (null: no block is known). Null: as much as they do. The first one of a day, and of a block, is not
-- measured: small funds would never pay one.
create or replace function promise_left(
  p_block bytea,
  p_now timestamptz,
  -- the part of the funds that a day may promise, and the part of that which one block may
  p_day_part numeric,
  p_block_part numeric
) returns bigint language plpgsql stable set enable_seqscan = off as $$
begin
  return (
    with whole as (
      select taken, p_day_part * greatest(funds + (
        -- what was put in since then, or taken out
        select coalesce(sum(amount), 0) from funding_deposit where created_at > begun_at
      ), 0) as most
      from day_promise, funding
      where day = (p_now at time zone 'UTC')::date and block_hash = '' and is_enforced
        and p_day_part < 1
    )
    select min(greatest(floor(part - taken), 0))::bigint from (
      select most as part, taken from whole
      union all
      select p_block_part * most, day_promise.taken from whole, day_promise
      where day = (p_now at time zone 'UTC')::date and block_hash = p_block
    ) as measured where taken > 0
  );
end $$;
