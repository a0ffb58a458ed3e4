-- version 2
--
-- Adds an amount to a user's balance or takes it from there, by new ledger entries. An added amount repays a debt
-- first; the part of a taken amount that exceeds the balance becomes a debt. Held amounts do not change: they belong
-- to a withdrawal request. The caller has checked, in the same transaction, whether one operator may do this alone.
-- Returns one row, or none if the user has no wallet.
--
-- Locks, always in this order: the user's wallet, one allotment of the funds (skipping locked ones), and the funds.
create or replace function correct_balance(
  p_user_id bigint,
  -- below 0: taken from the balance
  p_amount bigint,
  p_reason text,
  p_now timestamptz
) returns table (
  -- null: nothing has changed: no allotment of the funds covers the amount
  correction_id bigint,
  uncovered bigint,
  available bigint,
  debt bigint
) language plpgsql set enable_seqscan = off as $$
declare
  purse wallet;
  added bigint;
  repaid bigint;
  taken bigint;
  owed bigint;
  promised bigint;
  allotment integer;
  entries integer;
begin
  select * into purse from wallet where user_id = p_user_id for update;
  if not found then return; end if;
  added := greatest(p_amount, 0);
  repaid := least(purse.debt, added);
  taken := least(purse.available, greatest(-p_amount, 0));
  owed := greatest(-p_amount - purse.available, 0);
  promised := added - repaid - taken;
  if promised > 0 and (select is_enforced from funding) then
    select slot into allotment from funding_allotment where room >= promised
    order by (slot + p_user_id) % 64 limit 1 for update skip locked;
    if not found then
      uncovered := promised;
      return next;
      return;
    end if;
    update funding_allotment set room = room - promised where slot = allotment;
  end if;

  insert into correction as made (user_id, amount, reason, created_at)
  values (p_user_id, p_amount, p_reason, p_now) returning made.correction_id into correction_id;
  insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
    created_at)
  select p_user_id, purse.version + row_number() over (order by place), op,
    'correction:' || correct_balance.correction_id, from_account, to_account, amount, p_reason, p_now
  from (values
    (1, 'correction', 'rewards', 'available', added),
    (2, 'debt_repaid', 'available', 'debt', repaid),
    (3, 'correction', 'available', 'rewards', taken),
    (4, 'correction_owed', 'debt', 'rewards', owed)
  ) as step (place, op, from_account, to_account, amount) where amount > 0;
  get diagnostics entries = row_count;
  available := purse.available + added - repaid - taken;
  debt := purse.debt - repaid + owed;
  update wallet set
    available = correct_balance.available,
    debt = correct_balance.debt,
    credited = purse.credited + added,
    corrected = purse.corrected + taken + owed,
    version = purse.version + entries
  where user_id = p_user_id;
  -- the amount is no longer promised: it reduces the shortfall first
  if promised < 0 then
    update funding set
      room = room - promised - least(-promised, shortfall),
      shortfall = shortfall - least(-promised, shortfall)
    where is_enforced;
  end if;
  return next;
end $$;
