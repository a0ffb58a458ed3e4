-- version 1
--
-- Takes what an account that is deleted still has, and ends what it was promised: the balance goes back to the
-- house by an entry, a debt is given up by two. What it was promised for covers other rewards again.
--
-- Locks, always in this order: the rewards on their way, as by whoever delivers them, the wallet, and the funds.
create or replace function forfeit_rest(p_user_id bigint, p_now timestamptz)
-- what was taken from the balance
returns bigint language plpgsql set enable_seqscan = off as $$
declare
  purse wallet;
  coming bigint;
  waiting bigint;
  laid_aside bigint;
  freed bigint;
begin
  -- a reward goes from one to the next: it is found in one of them
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
