-- version 2
--
-- Credits users with rewards from the outbox: one reward, or up to 200 of the oldest due rewards. It skips rewards
-- that other processes deliver now, and goes on to the next ones.
--
-- It credits users in the order of user_id, so that two deliveries cannot deadlock on wallets. Locks, always in this
-- order: the locks of credit_rewards() for each user; the funds.
create or replace function deliver_rewards(
  p_now timestamptz,
  -- user and key of one reward; waits if another process has locked it; null: the due rewards
  p_to bigint,
  p_op text,
  p_key text,
  -- number of rewards found, and number credited
  out seen integer,
  out credited integer
) language plpgsql set enable_seqscan = off as $$
declare
  -- the user of each reward
  receivers bigint[];
  receiver record;
  done record;
  -- number of rewards left to other processes
  passed integer := 0;
  -- sum that repaid debts: it is no longer promised
  freed bigint := 0;
begin
  seen := 0;
  credited := 0;
  loop
    if p_to is null then
      select array_agg(user_id) into receivers from (
        select user_id from outbox where due_at <= p_now order by created_at limit 200 offset passed
      ) as oldest;
    else
      receivers := array[p_to];
    end if;
    exit when receivers is null;
    for receiver in
      select user_id, count(*)::int as most from unnest(receivers) as due (user_id)
      group by user_id order by user_id
    loop
      select * into strict done
      from credit_rewards(receiver.user_id, p_now, p_op, p_key, receiver.most);
      seen := seen + done.seen;
      credited := credited + done.credited;
      freed := freed + coalesce(done.repaid, 0);
    end loop;
    exit when seen > 0 or p_to is not null;
    passed := passed + cardinality(receivers);
  end loop;
  if freed > 0 then
    update funding set
      room = room + freed - least(freed, shortfall),
      shortfall = shortfall - least(freed, shortfall)
    where is_enforced;
  end if;
end $$;
