-- version 3
--
-- Credits a person with rewards that others brought: takes them out of the outbox, enters each, repays a debt
-- first by an entry of its own, and adds the rest to the wallet. All of it happens or nothing, so each is
-- credited once, however many processes deliver. A person who has no wallet keeps them in the outbox.
--
-- Locks, always in this order: the person's rows of the outbox, which those pass over who deliver what is
-- due, and their wallet. Whoever credits many does so in the order of their numbers, and frees the funds after
-- the last of them.
-- what no server asks for any more, neither of this version nor of the version before
drop function if exists credit_rewards(bigint, timestamptz, text, text);
create or replace function credit_rewards(
  p_user_id bigint,
  p_now timestamptz,
  -- the one to credit, for which it waits where another process has it; null: the oldest that are due
  p_op text,
  p_key text,
  -- how many at most; whoever credits many people bounds what one statement takes by it
  p_most integer,
  -- how many were there, and how many were credited
  out seen integer,
  out credited integer,
  -- how much of them has repaid a debt: nobody is promised it any more
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
