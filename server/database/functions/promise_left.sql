-- version 3
--
-- Returns the amount that registrations and tasks may still promise on this UTC day to users of one block of
-- addresses (null: unknown block); null: unlimited. The first promise of a day, and of a block, has no limit: small
-- funds would never pay one.
create or replace function promise_left(
  p_block bytea,
  p_now timestamptz,
  -- share of the funds for the promises of a day, and share of that sum for one block
  p_day_part numeric,
  p_block_part numeric
) returns bigint language plpgsql stable set enable_seqscan = off as $$
begin
  return (
    with whole as (
      select taken, p_day_part * greatest(funds + (
        -- deposits and removals since then
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
