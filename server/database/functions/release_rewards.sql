-- version 1
--
-- Sends what a person has brought to others on its way, once this person has watched enough: from the rewards
-- that are coming to the outbox, whose worker credits each receiver. It is done once, by whoever takes the
-- person's row of reward_release. It locks no wallet.
--
-- Locks, always in this order: that row, the coming rewards.
create or replace function release_rewards(p_user_id bigint, p_now timestamptz)
-- whether there was something to release
returns boolean language plpgsql set enable_seqscan = off as $$
begin
  delete from reward_release where user_id = p_user_id;
  if not found then return false; end if;
  with gone as (delete from coming_reward where friend_id = p_user_id returning *)
  insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
  select user_id, op, idempotency_key, amount, detail, p_now from gone
  on conflict do nothing;
  return true;
end $$;
