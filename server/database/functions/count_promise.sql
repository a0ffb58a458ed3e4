-- version 2
--
-- Counts what was promised to this person, in the rows that promise_room() has locked.
create or replace function count_promise(p_user_id bigint, p_now timestamptz, p_amount bigint)
returns void language plpgsql set enable_seqscan = off as $$
declare
  -- null: no block is known
  block bytea;
begin
  select block_hash into block from registration_block where user_id = p_user_id;
  update day_promise set taken = taken + p_amount
  where day = (p_now at time zone 'UTC')::date and (block_hash = '' or block_hash = block);
end $$;
