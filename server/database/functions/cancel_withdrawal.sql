-- version 2
--
-- Cancels a user's own withdrawal request before an operator has approved it, and returns its amount to the balance.
-- It moves nothing for a cancelled request, and does not refuse it. It locks the wallet first, so that a settlement
-- waits; settle_withdrawal lists the other locks.
create or replace function cancel_withdrawal(
  p_user_id bigint,
  p_withdrawal_id bigint,
  p_now timestamptz,
  -- the steps from which it may be cancelled, and the new step
  p_from text[],
  p_step text,
  p_reason text,
  -- cancellations per UTC day: a user could fill the ledger with requests and cancellations; 0: unlimited
  p_limit integer,
  -- reason of a refusal; null: cancelled now, or before
  out refusal text,
  out balance bigint
) language plpgsql set enable_seqscan = off as $$
declare
  asked withdrawal;
  day constant timestamptz := date_trunc('day', p_now, 'UTC');
begin
  perform from wallet where user_id = p_user_id for update;
  -- a concurrent export has put the request into its batch, or leaves it out
  select * into asked from withdrawal
  where user_id = p_user_id and withdrawal_id = p_withdrawal_id for update;
  if not found or not asked.cancelled and asked.step <> all(p_from) then
    refusal := 'not_cancellable';
    return;
  end if;

  if not asked.cancelled then
    if p_limit > 0 then
      insert into limit_window as known (bucket, starts_at, ends_at, used, reserved)
      values ('cancel:' || p_user_id, day, day + interval '24 hours', 1, 1)
      on conflict (bucket, starts_at) do update set used = known.used + 1, reserved = 1
      where known.used < p_limit;
      if not found then
        refusal := 'too_many_attempts';
        return;
      end if;
    end if;
    perform settle_withdrawal(p_user_id, p_withdrawal_id, p_now, p_from, p_step, p_reason,
      'withdrawal_returned', 'held', 'available', null, 0);
    insert into audit (at, who, action, what)
    values (p_now, 'user ' || p_user_id, 'withdrawal cancelled',
      jsonb_build_object('withdrawal', p_withdrawal_id));
  end if;
  select available into strict balance from wallet where user_id = p_user_id;
end $$;
