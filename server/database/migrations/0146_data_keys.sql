-- Payout accounts are sealed with a key that no database and no backup has (docs/decisions/data-key.md).
-- Which keys: the last one is written with; `done_at`: nothing is sealed with an older one, or readable, any more.
create table data_key (
  place integer generated always as identity primary key,
  -- derived from the key, which it does not tell
  key_id text not null unique,
  made_at timestamptz not null,
  done_at timestamptz
);

-- What makes two sealed accounts the same: a random name, found by a keyed hash of the account. null: it is not
-- sealed, and the name is the account itself.
alter table payout_account add column account_hash bytea;
alter table payout_account add column sealed_key text;
create unique index payout_account_hash on payout_account (account_hash);

-- A version before this one would take a sealed account for an account, and pay to it: once there is a key, it does
-- not start (server/database/migrate.ts).
create function data_key_contracts() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  update migration set contract = true where number = 146;
  return null;
end $$;
create trigger data_key_contracts after insert on data_key for each statement execute function data_key_contracts();
