-- version 4
--
-- Credits a user with rewards for friends: deletes the outbox rows, writes an entry for each, repays a debt first by
-- an entry of its own, and adds the rest to the wallet. The call is atomic: each reward is credited once, with any
-- number of processes. The rewards of a user without a wallet stay in the outbox.
--
-- Locks, always in this order: the user's outbox rows (a delivery of due rewards skips locked ones), and the wallet.
-- A caller that credits several users does so in the order of user_id, and frees the funds after the last one.
--
-- a signature that no server of this or the previous version calls
drop function if exists credit_rewards(bigint, timestamptz, text, text);
create or replace function credit_rewards(
  p_user_id bigint,
  p_now timestamptz,
  -- key of one reward; waits if another process has locked it; null: the oldest due rewards
  p_op text,
  p_key text,
  -- maximum number of rewards; it bounds a statement that credits many users
  p_most integer,
  -- number of rewards found, and number credited
  out seen integer,
  out credited integer,
  -- sum that repaid a debt: it is no longer promised
  out repaid bigint
) language plpgsql set enable_seqscan = off as $$
declare
  due outbox[];
  purse wallet;
  added bigint;
begin
  credited := 0;
  repaid := 0;
  if p_op is null then
    select array_agg(row_of) into due from (
      select row_of from outbox as row_of where user_id = p_user_id and due_at <= p_now
      order by created_at limit p_most for update skip locked
    ) as oldest;
  else
    select array_agg(row_of) into due from (
      select row_of from outbox as row_of
      where user_id = p_user_id and op = p_op and idempotency_key = p_key for update
    ) as chosen;
  end if;
  seen := coalesce(cardinality(due), 0);
  if seen = 0 then return; end if;

  select * into purse from wallet where user_id = p_user_id for update;
  if not found then return; end if;
  credited := seen;
  select sum(amount) into added from unnest(due);
  repaid := least(purse.debt, added);
  delete from outbox using unnest(due) as row_of
  where outbox.user_id = p_user_id and outbox.op = row_of.op
    and outbox.idempotency_key = row_of.idempotency_key;
  insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
    created_at)
  select p_user_id, purse.version + row_number() over (order by created_at, idempotency_key, op), op,
    idempotency_key, 'rewards', 'available', amount, detail, p_now
  from unnest(due);
  if repaid > 0 then
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    values (p_user_id, purse.version + seen + 1, 'debt_repaid', 'repaid:' || purse.version + seen + 1,
      'available', 'debt', repaid, '', p_now);
  end if;
  update wallet set
    available = purse.available + added - repaid,
    debt = purse.debt - repaid,
    credited = purse.credited + added,
    version = purse.version + seen + case when repaid > 0 then 1 else 0 end
  where user_id = p_user_id;
end $$;
