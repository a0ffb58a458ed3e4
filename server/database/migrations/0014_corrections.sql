-- A correction is an entry of its own, never a changed one. What a correction takes beyond the
-- balance is owed: the user's account `debt`, which later rewards repay first.
create table correction (
  user_id bigint not null,
  correction_id bigint generated always as identity,
  -- below 0: taken
  amount bigint not null check (amount <> 0),
  -- the person reads it
  reason text not null,
  created_at timestamptz not null,
  primary key (user_id, correction_id)
);
revoke update, delete, truncate on correction from current_user;

alter table wallet
  add column debt bigint not null default 0 check (debt >= 0),
  -- what corrections have taken in all
  add column corrected bigint not null default 0 check (corrected >= 0),
  drop constraint wallet_balanced,
  add constraint wallet_balanced check (
    available + held - debt = credited - debited - corrected
  ),
  -- nobody who owes something has something to spend
  add constraint wallet_repays_first check (debt = 0 or available = 0);

alter table transfer
  drop constraint transfer_accounts,
  add constraint transfer_accounts check (
    (debit, credit) in (
      ('rewards', 'available'), ('available', 'held'), ('held', 'payouts'), ('held', 'available'),
      ('available', 'rewards'), ('debt', 'rewards'), ('available', 'debt')
    )
  );
