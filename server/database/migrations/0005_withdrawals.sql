create table payout_method (
  method text primary key,
  name text not null,
  account_type text not null check (
    account_type in ('bank_card', 'email', 'phone', 'username', 'upi_id', 'wallet_id')
  ),
  countries text[] not null,
  -- a regular expression of JavaScript (flag u) that the whole account must match
  account_pattern text not null,
  account_hint text not null,
  position integer not null
);

-- Where a user is paid.
create table payout_info (
  user_id bigint primary key,
  country text not null,
  method text not null,
  account_type text not null,
  recipient_name text not null,
  account text not null,
  updated_at timestamptz not null
);

create table withdrawal (
  user_id bigint not null,
  withdrawal_id bigint generated always as identity,
  amount bigint not null check (amount > 0),
  -- the estimate at the time of the request
  local_amount text not null,
  local_currency text not null,
  country text not null,
  method text not null,
  account_type text not null,
  recipient_name text not null,
  account text not null,
  status text not null check (status in ('pending', 'paid', 'rejected')),
  reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (user_id, withdrawal_id),
  check ((status = 'pending') = (settled_at is null)),
  check ((status = 'rejected') = (reason is not null))
);
-- the rule itself, not only a check: one pending request a user
create unique index withdrawal_pending on withdrawal (user_id) where status = 'pending';
create index withdrawal_by_id on withdrawal (withdrawal_id);
create index withdrawal_paid on withdrawal (settled_at desc) where status = 'paid';
