-- version 2
--
-- Returns promise_left() for a user, exactly: it locks the rows that count_promise() then updates, the day's before
-- the block's, so that other transactions wait until this one ends. A transaction that waits here has no wallet and
-- no allotment locked.
create or replace function promise_room(
  p_user_id bigint, p_now timestamptz, p_day_part numeric, p_block_part numeric
) returns bigint language plpgsql set enable_seqscan = off as $$
declare
  today constant date := p_now at time zone 'UTC';
  block bytea;
begin
  if p_day_part >= 1 or not (select is_enforced from funding) then return null; end if;
  select block_hash into block from registration_block where user_id = p_user_id;
  if not exists (select from day_promise where day = today and block_hash = '') then
    insert into day_promise (day, block_hash, funds, begun_at)
    select today, '', room + (select sum(room)::bigint from funding_allotment), p_now
    from funding on conflict do nothing;
  end if;
  perform from day_promise where day = today and block_hash = '' for update;
  if block is not null then
    insert into day_promise (day, block_hash, begun_at) values (today, block, p_now)
    on conflict do nothing;
    perform from day_promise where day = today and block_hash = block for update;
  end if;
  return promise_left(block, p_now, p_day_part, p_block_part);
end $$;
