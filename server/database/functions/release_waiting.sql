-- version 2
--
-- Moves the rewards for up to 200 friends who have watched enough clips to the outbox, the longest waiting friends
-- first. It skips friends whose row another transaction has locked.
create or replace function release_waiting(p_now timestamptz)
-- number of friends
returns integer language plpgsql set enable_seqscan = off as $$
declare
  friend bigint;
  released integer := 0;
begin
  for friend in select user_id from reward_release order by created_at limit 200 loop
    perform from reward_release where user_id = friend for update skip locked;
    continue when not found;
    if release_rewards(friend, p_now) then released := released + 1; end if;
  end loop;
  return released;
end $$;
