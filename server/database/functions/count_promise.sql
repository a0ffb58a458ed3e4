-- version 3
--
-- Adds a user's promised amount to the day's sums, in the rows that promise_room() has locked.
create or replace function count_promise(p_user_id bigint, p_now timestamptz, p_amount bigint)
returns void language plpgsql set enable_seqscan = off as $$
declare
  -- block of addresses of the registration; null: unknown
  block bytea;
begin
  select block_hash into block from registration_block where user_id = p_user_id;
  update day_promise set taken = taken + p_amount
  where day = (p_now at time zone 'UTC')::date and (block_hash = '' or block_hash = block);
end $$;
