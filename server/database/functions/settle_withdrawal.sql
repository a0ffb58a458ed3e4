-- version 4
--
-- Settles a withdrawal request, or undoes its payment: sets the step, and writes its history, the ledger entry, and a
-- push message. An amount that goes back to the balance repays a debt first, by an entry of its own. Returns the
-- request, or no row if it cannot take the step: then nothing has changed.
--
-- Locks, always in this order: the user's wallet, as a new request does, the request, and the funds. A caller that
-- settles several requests locks all their wallets first.
create or replace function settle_withdrawal(
  -- the user who cancels their own request; null: an operator settles the request of any user
  p_user_id bigint,
  p_withdrawal_id bigint,
  p_now timestamptz,
  -- the steps from which it may be settled, and the new step
  p_from text[],
  p_step text,
  -- why the user is not paid; null: paid
  p_reason text,
  -- of the ledger entry: operation, debited account, and credited account
  p_op text,
  p_debit text,
  p_credit text,
  -- the operator who approves a payment outside a batch; null: not named
  p_who text,
  -- larger amounts need two operators; 0: one is enough
  p_above bigint
) returns setof withdrawal language plpgsql set enable_seqscan = off as $$
declare
  owner bigint := p_user_id;
  purse wallet;
  asked withdrawal;
  returned bigint := 0;
  repaid bigint := 0;
begin
  -- an operator names only the request: no other statement reads rows of other users
  if owner is null then
    select user_id into owner from withdrawal where withdrawal_id = p_withdrawal_id;
  end if;
  select * into purse from wallet where user_id = owner for update;
  if not found then return; end if;
  select * into asked from withdrawal
  where user_id = owner and withdrawal_id = p_withdrawal_id and step = any(p_from) for update;
  if not found then return; end if;

  -- requests in a batch were approved at its export
  if p_step = 'paid' and asked.step <> 'processing' and (
    exists (select from account where user_id = asked.user_id and blocked_at is not null)
    or asked.held_until > p_now
    or (asked.needs_second or p_above > 0 and asked.amount > p_above)
      and (asked.prepared_by <> p_who) is not true
  ) then return; end if;

  update withdrawal set
    previous_step = asked.step,
    step = p_step,
    step_number = asked.step_number + 1,
    status = case when p_step = 'paid' then 'paid' else 'rejected' end,
    reason = p_reason,
    settled_at = p_now,
    review_due_at = null,
    needs_decision = false,
    cancelled = p_user_id is not null
  where user_id = asked.user_id and withdrawal_id = p_withdrawal_id returning * into asked;
  insert into withdrawal_step (user_id, withdrawal_id, number, from_step, to_step, at)
  values (asked.user_id, p_withdrawal_id, asked.step_number, asked.previous_step, p_step, p_now);

  if p_credit = 'available' then
    returned := asked.amount;
    repaid := least(purse.debt, returned);
  end if;
  insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
    created_at)
  values (asked.user_id, purse.version + 1, p_op, 'withdrawal:' || p_withdrawal_id, p_debit, p_credit,
    asked.amount, '', p_now);
  if repaid > 0 then
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    values (asked.user_id, purse.version + 2, 'debt_repaid', 'withdrawal:' || p_withdrawal_id,
      'available', 'debt', repaid, '', p_now);
  end if;
  update wallet set
    available = purse.available + returned - repaid,
    held = purse.held - case when p_debit = 'held' then asked.amount else 0 end,
    debt = purse.debt - repaid,
    debited = purse.debited + case
      when p_debit = 'payouts' then -asked.amount
      when p_credit = 'payouts' then asked.amount
      else 0
    end,
    version = purse.version + case when repaid > 0 then 2 else 1 end
  where user_id = asked.user_id;
  -- debts are not promised: the freed amount reduces the shortfall first
  if repaid > 0 then
    update funding set
      room = room + repaid - least(repaid, shortfall),
      shortfall = shortfall - least(repaid, shortfall)
    where is_enforced;
  end if;

  -- no push message for the user's own cancellation
  if p_user_id is null then
    insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
    select user_id,
      'withdrawal:' || p_withdrawal_id || case when p_step = 'returned' then ':returned' else '' end,
      token_hash, 'withdrawal_' || p_step, concat_ws(':', asked.amount, nullif(repaid, 0)), p_now,
      p_now
    from session
    where user_id = asked.user_id and (fcm_token is not null or web_push is not null)
      and expires_at > p_now
    on conflict do nothing;
  end if;
  return next asked;
end $$;
