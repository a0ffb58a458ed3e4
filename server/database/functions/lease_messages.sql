-- version 1
--
-- Leases messages to devices that are due, the longest waiting first: nobody else sends them until the lease
-- ends. Those that another worker is leasing are skipped. It goes from message to message, each of which may
-- lie on another machine.
create or replace function lease_messages(p_now timestamptz, p_ends timestamptz, p_limit integer)
-- the planner is told how many rows to count on: a batch of the worker
returns setof push language plpgsql rows 50 set enable_seqscan = off as $$
declare
  due record;
  message push;
  leased integer := 0;
begin
  -- other workers may be leasing many of them at this moment; what more there is waits for the next round
  for due in
    select user_id, occasion, session_hash from push where due_at <= p_now
    order by due_at limit 100 * p_limit
  loop
    select * into message from push
    where user_id = due.user_id and occasion = due.occasion and session_hash = due.session_hash
      and due_at <= p_now
    for update skip locked;
    continue when not found;
    update push set due_at = p_ends, attempts = message.attempts + 1
    where user_id = due.user_id and occasion = due.occasion and session_hash = due.session_hash
    returning * into message;
    return next message;
    leased := leased + 1;
    exit when leased = p_limit;
  end loop;
end $$;
