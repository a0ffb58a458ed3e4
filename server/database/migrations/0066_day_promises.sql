-- What registrations and tasks have promised on a UTC day while the funds are enforced: in all, in the
-- row whose block is empty, and to those of each block of addresses.
create table day_promise (
  day date not null,
  block_hash bytea not null,
  -- what could be promised when the day's first one came; of the day's own row alone
  funds bigint check (funds >= 0),
  begun_at timestamptz not null,
  taken bigint not null default 0 check (taken >= 0),
  primary key (day, block_hash)
);
