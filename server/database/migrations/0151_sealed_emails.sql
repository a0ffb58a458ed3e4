-- E-mails are sealed with the data key, too (docs/decisions/data-key.md). They are found by a keyed hash, whose key
-- stays the same: it lies here, sealed with the data key. No row: addresses are readable.
create table email_lookup (
  only_row boolean primary key default true check (only_row),
  sealed_key text not null,
  -- when no address was readable any more; null: not yet
  done_at timestamptz
);

-- What a mail's `email_key` was made from, sealed: an account that is readable still is found by it. null: the key
-- is readable, or an account has it.
alter table mail add column sealed_key text;

-- A version before this one finds nobody by a hash, and would mail to what it cannot read: once e-mails are sealed,
-- it does not start (server/database/migrate.ts).
create function email_lookup_contracts() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  update migration set contract = true where number = 151;
  return null;
end $$;
create trigger email_lookup_contracts after insert on email_lookup
  for each statement execute function email_lookup_contracts();
