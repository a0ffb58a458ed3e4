-- version 2
--
-- Takes the balance and the pending rewards of an account that is being deleted. The balance goes back to the house
-- by one entry; a debt is written off by two. The freed funds cover other rewards again.
--
-- Locks, always in this order: the pending rewards, as their delivery does, the wallet, and the funds.
create or replace function forfeit_rest(p_user_id bigint, p_now timestamptz)
-- amount taken from the balance
returns bigint language plpgsql set enable_seqscan = off as $$
declare
  purse wallet;
  coming bigint;
  waiting bigint;
  laid_aside bigint;
  freed bigint;
begin
  -- a reward moves from each of these tables to the next, so it is found in one of them
  with gone as (delete from coming_reward where user_id = p_user_id returning amount)
  select coalesce(sum(amount), 0) into coming from gone;
  with gone as (delete from outbox where user_id = p_user_id returning amount)
  select coalesce(sum(amount), 0) into waiting from gone;
  with gone as (delete from outbox_dead where user_id = p_user_id returning amount)
  select coalesce(sum(amount), 0) into laid_aside from gone;

  select * into strict purse from wallet where user_id = p_user_id for update;
  insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail, created_at)
  select p_user_id, purse.version + place, op, 'deleted:' || purse.version + place, debit, credit, amount, '',
    p_now
  from (values
    (1, 'account_deleted', 'available', 'rewards', purse.available),
    (1, 'account_deleted', 'rewards', 'available', purse.debt),
    (2, 'debt_repaid', 'available', 'debt', purse.debt)
  ) as step (place, op, debit, credit, amount) where amount > 0;
  update wallet set
    available = 0,
    debt = 0,
    credited = purse.credited + purse.debt,
    corrected = purse.corrected + purse.available,
    version = purse.version + case when purse.debt > 0 then 2 when purse.available > 0 then 1 else 0 end
  where user_id = p_user_id;

  freed := coming + waiting + laid_aside + purse.available;
  update funding set
    room = room + freed - least(freed, shortfall),
    shortfall = shortfall - least(freed, shortfall)
  where is_enforced and freed > 0;
  return purse.available;
end $$;
