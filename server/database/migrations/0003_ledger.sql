-- Amounts are integers of 1/10,000 unit. The sums of a user's transfers, kept beside them:
-- `ledger verify` recomputes them.
create table wallet (
  user_id bigint primary key,
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  credited bigint not null default 0 check (credited >= 0),
  debited bigint not null default 0 check (debited >= 0),
  -- number of the user's newest transfer
  version bigint not null default 0 check (version >= 0),
  constraint wallet_balanced check (available + held = credited - debited)
) with (fillfactor = 70);

-- Double entry: each row takes one amount from one account and gives it to another. `available`
-- and `held` are the user's accounts; `rewards` and `payouts` are the house's, which keep no
-- balance row, since every credit would queue for it.
create table transfer (
  user_id bigint not null,
  version bigint not null check (version > 0),
  op text not null,
  idempotency_key text not null,
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  detail text not null,
  created_at timestamptz not null,
  primary key (user_id, version),
  constraint transfer_once unique (user_id, op, idempotency_key),
  constraint transfer_accounts check (
    (debit, credit) in (
      ('rewards', 'available'), ('available', 'held'), ('held', 'payouts'), ('held', 'available')
    )
  )
);
-- Entries are never changed. The owner can take the right from itself; `ledger verify` finds what
-- somebody with more rights did (a gap in the versions, a sum that differs).
revoke update, delete, truncate on transfer from current_user;

-- Rewards that others' actions bring: written with the action, credited moments later, so that
-- nobody queues for a popular inviter's wallet.
create table outbox (
  user_id bigint not null,
  op text not null,
  idempotency_key text not null,
  amount bigint not null check (amount > 0),
  detail text not null,
  created_at timestamptz not null,
  primary key (user_id, op, idempotency_key)
);
create index outbox_oldest on outbox (created_at);
