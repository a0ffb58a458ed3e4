-- version 7
--
-- Pays a user for a task, once for good, and once per idempotency key. The guarantees, locks, plans and refusals are
-- those of record_watch. A task with a reward of 0 is refused as unknown, and can be claimed later.
--
-- a signature that no server of this or the previous version calls
drop function if exists record_task(
  bigint, text, timestamptz, text, bigint, text, text, bytea, timestamptz, bytea, timestamptz
);
create or replace function record_task(
  p_user_id bigint,
  p_task text,
  p_now timestamptz,
  -- operation of the ledger entry
  p_op text,
  -- 0: unknown task, or without a reward at present
  p_reward bigint,
  -- arguments of promise_room()
  p_day_part numeric,
  p_block_part numeric,
  -- null: the call has no idempotency key
  p_path text,
  p_key text,
  p_body_hash bytea,
  p_kept_until timestamptz,
  -- hash of the call's session token; null: the caller has checked the session
  p_token_hash bytea,
  -- sessions that began earlier need a new log-in
  p_not_before timestamptz,
  -- code why the session has ended, from find_own_session
  out session_end integer,
  -- answer to the first call with this key, and whether that call had the same body
  out kept_text text,
  out is_same_body boolean,
  -- reason of a refusal; null: not refused
  out refusal text,
  -- nothing was paid: no allotment of the funds covers this amount
  out uncovered bigint,
  out paid bigint,
  out balance bigint
) language plpgsql set enable_seqscan = off as $$
declare
  -- format of amounts in answers: 123400 is 12.3400
  as_money constant text := 'FM9999999999999990.0000';
  mine progress;
  purse wallet;
  -- amount that may still be promised today; null: unlimited
  room_today bigint;
  repaid bigint;
  promised bigint;
  allotment integer;
begin
  if p_token_hash is not null then
    session_end := find_own_session(p_user_id, p_token_hash, p_now, p_not_before);
    if session_end is not null then return; end if;
  end if;

  -- the row has no data on tasks, but all claims of the user wait for each other here
  select * into strict mine from progress where user_id = p_user_id for update;
  if mine.is_deleted then
    session_end := 401;
    return;
  end if;

  if p_key is not null then
    select answer, body_hash = p_body_hash into kept_text, is_same_body from kept_answer
    where user_id = p_user_id and path = p_path and key = p_key and expires_at > p_now;
    if found then return; end if;
  end if;

  if p_reward = 0 then
    refusal := 'unknown_task';
    return;
  end if;
  if exists (select from task_claimed where user_id = p_user_id and task = p_task) then
    refusal := 'already_claimed';
    return;
  end if;

  paid := p_reward;
  room_today := promise_room(p_user_id, p_now, p_day_part, p_block_part);
  select * into strict purse from wallet where user_id = p_user_id for update;
  repaid := least(purse.debt, paid);
  promised := paid - repaid;
  if promised > room_today then
    refusal := 'no_more_today';
    return;
  end if;
  if promised > 0 and (select is_enforced from funding) then
    select slot into allotment from funding_allotment where room >= promised
    order by (slot + p_user_id) % 64 limit 1 for update skip locked;
    if not found then
      uncovered := promised;
      return;
    end if;
    update funding_allotment set room = room - promised where slot = allotment;
    perform count_promise(p_user_id, p_now, promised);
  end if;

  insert into task_claimed (user_id, task, reward, claimed_at)
  values (p_user_id, p_task, paid, p_now);
  insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
    created_at)
  values (p_user_id, purse.version + 1, p_op, 'task:' || p_task, 'rewards', 'available', paid, '',
    p_now);
  -- a debt is repaid first, by an entry of its own
  if repaid > 0 then
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    values (p_user_id, purse.version + 2, 'debt_repaid', 'repaid:' || purse.version + 2,
      'available', 'debt', repaid, '', p_now);
  end if;
  update wallet set
    available = purse.available + promised,
    debt = purse.debt - repaid,
    credited = purse.credited + paid,
    version = purse.version + case when repaid > 0 then 2 else 1 end
  where user_id = p_user_id;
  balance := purse.available + promised;

  if p_key is not null then
    insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
    values (p_user_id, p_path, p_key, p_body_hash,
      format('{"code":1,"msg":"ok","data":{"reward":"%s","balance":"%s"}}',
        to_char(paid / 10000.0, as_money), to_char(balance / 10000.0, as_money)),
      p_kept_until)
    on conflict (user_id, path, key) do update set
      body_hash = excluded.body_hash, answer = excluded.answer, expires_at = excluded.expires_at
    where kept_answer.expires_at <= p_now;
    if not found then
      raise exception 'another call has stored its answer under this key'
        using errcode = 'serialization_failure';
    end if;
  end if;
end $$;
