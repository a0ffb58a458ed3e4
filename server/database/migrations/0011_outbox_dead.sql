-- A reward that cannot be credited is tried again later and then laid aside, so that it never holds
-- up the others of its batch.
alter table outbox
  add column attempts integer not null default 0,
  add column due_at timestamptz not null default '-infinity';

create table outbox_dead (
  dead_id bigint generated always as identity primary key,
  user_id bigint not null,
  op text not null,
  idempotency_key text not null,
  amount bigint not null check (amount > 0),
  detail text not null,
  created_at timestamptz not null,
  failed_at timestamptz not null,
  -- why the last attempt failed
  error text not null
);
