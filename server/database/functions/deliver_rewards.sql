-- version 1
--
-- Credits receivers with what waits in the outbox: one reward, or up to 200 of the oldest that are due. What other
-- processes deliver at this moment is left to them, and the next ones are looked for.
--
-- Receivers come in the order of their numbers, so that no two deliveries wait for each other's wallets. Locks,
-- always in this order: those of credit_rewards() for each; the funds.
create or replace function deliver_rewards(
  p_now timestamptz,
  -- the one reward, for which it waits where another process has it; null: those that are due
  p_to bigint,
  p_op text,
  p_key text,
  -- how many were there, and how many were credited
  out seen integer,
  out credited integer
) language plpgsql set enable_seqscan = off as $$
declare
  -- the receiver of each reward
  receivers bigint[];
  receiver record;
  done record;
  -- so many are others' to deliver
  passed integer := 0;
  -- what they come to was promised before
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
