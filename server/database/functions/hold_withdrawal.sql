-- version 1
--
-- Takes a person's request to be paid, once for its key, and holds its amount until somebody settles it. It
-- promises what record_watch promises for a clip; see there for plans and refusals. What speaks against the
-- request was read before, without a lock, for the payee that p_payee names: where another one is set by
-- now, nothing is done, and it has to be read anew.
--
-- Locks, always in this order: the session, the wallet, as by whoever settles a request, and the payee, so
-- that a change of it waits.
create or replace function hold_withdrawal(
  p_user_id bigint,
  p_now timestamptz,
  p_amount bigint,
  p_min_amount bigint,
  -- a hash of the row of payout_info that was looked at; null: there was none
  p_payee bytea,
  -- its person was shown another payee
  p_is_elsewhere boolean,
  -- a requirement is unmet
  p_is_unmet boolean,
  -- the estimate
  p_local_amount text,
  p_local_currency text,
  -- what arrives, in the smallest unit of its currency, and by which rate; null: the amount itself
  p_pay_currency text,
  p_pay_amount bigint,
  p_pay_rate text,
  -- why it cannot arrive so, or not as its person was shown; null: it can
  p_pay_refusal text,
  -- two operators have to approve it
  p_needs_second boolean,
  -- what speaks against it
  p_signals jsonb,
  -- before it nothing is paid; null: it waits for no day
  p_held_until timestamptz,
  -- when somebody has looked at it, or a decision alone lets it go on; null: nobody has to look
  p_review_due_at timestamptz,
  p_needs_decision boolean,
  -- the request as the wire writes it, but for its id
  p_shown text,
  -- null: the call has no key
  p_path text,
  p_key text,
  p_body_hash bytea,
  p_kept_until timestamptz,
  -- the session that the call is made in; null: the caller has seen that it is good
  p_token_hash bytea,
  -- sessions that began before it ask for a log-in
  p_not_before timestamptz,
  -- why the session is over, as find_own_session says it
  out session_end integer,
  -- the answer to the first call with this key, and whether that one had the same body
  out kept_text text,
  out is_same_body boolean,
  -- why nothing is held; null: it is
  out refusal text,
  -- nothing is held, for another payee is set than was looked at
  out is_stale boolean,
  out withdrawal_id bigint,
  out balance bigint
) language plpgsql set enable_seqscan = off as $$
declare
  -- an amount as the wire writes it: 123400 is 12.3400
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
    -- what is held is held for the pending request
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
