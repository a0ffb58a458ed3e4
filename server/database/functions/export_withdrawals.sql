-- version 2
--
-- Puts withdrawal requests that an operator pays into a batch: sets the step, its history, and the payment's
-- reference. It leaves out requests that another transaction has locked, and requests whose step has changed since
-- they were chosen. It takes one request after another, as each may be on another machine. It locks no wallet.
create or replace function export_withdrawals(
  -- the requests: users and numbers, pair by pair
  p_user_ids bigint[],
  p_withdrawal_ids bigint[],
  p_batch_id bigint,
  p_now timestamptz,
  -- the steps from which they may be exported, and the new step
  p_from text[],
  p_step text,
  -- the approving operator
  p_who text,
  -- larger amounts need two operators; 0: one is enough
  p_above bigint
)
-- the requests in the batch, the oldest first
returns setof withdrawal language plpgsql set enable_seqscan = off as $$
declare
  chosen record;
  asked withdrawal;
begin
  for chosen in
    select user_id, withdrawal_id from unnest(p_user_ids, p_withdrawal_ids) as one (user_id, withdrawal_id)
    order by withdrawal_id
  loop
    select * into asked from withdrawal
    where user_id = chosen.user_id and withdrawal_id = chosen.withdrawal_id and step = any(p_from)
    for update skip locked;
    continue when not found
      or (asked.needs_second or p_above > 0 and asked.amount > p_above)
        and (asked.prepared_by <> p_who) is not true
      or exists (select 1 from account where user_id = asked.user_id and blocked_at is not null);
    update withdrawal set
      previous_step = asked.step,
      step = p_step,
      step_number = asked.step_number + 1,
      batch_id = p_batch_id,
      payout_reference = 'B' || p_batch_id || '-W' || withdrawal_id
    where user_id = asked.user_id and withdrawal_id = asked.withdrawal_id returning * into asked;
    insert into withdrawal_step (user_id, withdrawal_id, number, from_step, to_step, at)
    values (asked.user_id, asked.withdrawal_id, asked.step_number, asked.previous_step, p_step, p_now);
    return next asked;
  end loop;
end $$;
