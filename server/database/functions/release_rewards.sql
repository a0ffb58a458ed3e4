-- version 2
--
-- Moves the rewards for a friend who has watched enough clips from coming_reward to the outbox, whose worker credits
-- each recipient. Only the call that deletes the friend's row of reward_release does this. It locks no wallet.
--
-- Locks, always in this order: the row of reward_release, the coming rewards.
create or replace function release_rewards(p_user_id bigint, p_now timestamptz)
-- whether the friend had a row of reward_release
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
