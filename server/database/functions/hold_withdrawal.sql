-- version 2
--
-- Stores a user's withdrawal request, once per idempotency key, and holds its amount until it is settled. The
-- guarantees, plans and refusals are those of record_watch. The caller has read the facts about the request before,
-- without a lock, for the payee with the hash p_payee. If the payee has changed since, nothing changes, and the
-- caller must read the facts again.
--
-- Locks, always in this order: the session, the wallet, as a settlement does, and the payee, so that a change of it
-- waits.
create or replace function hold_withdrawal(
  p_user_id bigint,
  p_now timestamptz,
  p_amount bigint,
  p_min_amount bigint,
  -- hash of the payout_info row that the caller read; null: there was none
  p_payee bytea,
  -- the user was shown another payee
  p_is_elsewhere boolean,
  -- a requirement is unmet
  p_is_unmet boolean,
  -- the estimate in local currency
  p_local_amount text,
  p_local_currency text,
  -- the payment: its currency, its amount in the smallest unit, and the rate; null: the amount itself
  p_pay_currency text,
  p_pay_amount bigint,
  p_pay_rate text,
  -- why this payment is impossible, or not the one that the user was shown; null: possible
  p_pay_refusal text,
  -- two operators must approve it
  p_needs_second boolean,
  -- review signals
  p_signals jsonb,
  -- earliest time of the payment; null: no waiting period
  p_held_until timestamptz,
  -- when the request can be paid without a decision (null: no review), and whether it needs a decision
  p_review_due_at timestamptz,
  p_needs_decision boolean,
  -- the request as JSON of the answer, without its id
  p_shown text,
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
  -- nothing is held, as the payee has changed since the caller read it
  out is_stale boolean,
  out withdrawal_id bigint,
  out balance bigint
) language plpgsql set enable_seqscan = off as $$
declare
  -- format of amounts in answers: 123400 is 12.3400
  as_money constant text := 'FM9999999999999990.0000';
  is_reviewed constant boolean := p_review_due_at is not null;
  purse wallet;
  payee bytea;
  new_id bigint;
begin
  if p_token_hash is not null then
    session_end := find_own_session(p_user_id, p_token_hash, p_now, p_not_before);
    if session_end is not null then return; end if;
  end if;

  select * into strict purse from wallet where user_id = p_user_id for update;

  if p_key is not null then
    select answer, body_hash = p_body_hash into kept_text, is_same_body from kept_answer
    where user_id = p_user_id and path = p_path and key = p_key and expires_at > p_now;
    if found then return; end if;
  end if;

  select sha256(convert_to(payout_info::text, 'UTF8')) into payee from payout_info
  where user_id = p_user_id for share;
  refusal := case
    when p_amount < p_min_amount then 'amount_too_small'
    -- a held amount belongs to the pending request
    when purse.held > 0 then 'pending_exists'
    when payee is null then 'wdinfo_missing'
  end;
  if refusal is not null then return; end if;
  is_stale := payee is distinct from p_payee;
  if is_stale then return; end if;
  refusal := case
    when p_is_elsewhere then 'wdinfo_changed'
    when purse.available < p_amount then 'amount_exceeds_balance'
    when p_is_unmet then 'requirements_unmet'
    when p_pay_refusal is not null then p_pay_refusal
  end;
  if refusal is not null then return; end if;

  insert into withdrawal (user_id, amount, local_amount, local_currency, pay_currency, pay_amount, pay_rate,
    country, method, account_type, recipient_name, account, account_key, status, created_at, needs_second,
    signals, held_until, step, previous_step, step_number, review_due_at, needs_decision)
  select p_user_id, p_amount, p_local_amount, p_local_currency, p_pay_currency, p_pay_amount, p_pay_rate,
    country, method, account_type, recipient_name, account, account_key, 'pending', p_now, p_needs_second, p_signals, p_held_until,
    case when is_reviewed then 'in_review' else 'pending' end,
    case when is_reviewed then 'pending' end, is_reviewed::int, p_review_due_at, p_needs_decision
  from payout_info where user_id = p_user_id
  returning withdrawal.withdrawal_id into strict new_id;
  if is_reviewed then
    insert into withdrawal_step (user_id, withdrawal_id, number, from_step, to_step, at)
    values (p_user_id, new_id, 1, 'pending', 'in_review', p_now);
  end if;
  insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
    created_at)
  values (p_user_id, purse.version + 1, 'withdrawal_held', 'withdrawal:' || new_id, 'available',
    'held', p_amount, '', p_now);
  balance := purse.available - p_amount;
  update wallet set available = balance, held = p_amount, version = purse.version + 1
  where user_id = p_user_id;
  withdrawal_id := new_id;

  if p_key is not null then
    insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
    values (p_user_id, p_path, p_key, p_body_hash,
      format('{"code":1,"msg":"ok","data":{"withdrawal":{"id":%s,%s,"balance":"%s"}}', new_id,
        substr(p_shown, 2), to_char(balance / 10000.0, as_money)),
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
