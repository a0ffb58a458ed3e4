-- What leads to an account: its user name, its e-mail and its invite code, each once over all people
-- (docs/decisions/look-ups.md). Rows are written in the transaction that writes the account. A deleted account has
-- none, and one without an e-mail none of it.
create table account_lookup (
  -- SHA-256 of what is looked up, behind its kind
  lookup_hash bytea not null,
  user_id bigint not null
);

-- The hashes of what leads to an account; those of null are left out.
create function lookup_hashes(p_username_key text, p_email_key text, p_invite_code text)
returns bytea[] language sql stable parallel safe as $$
  select array_agg(sha256(convert_to(kind || ':' || key, 'UTF8')))
  from (values ('username', p_username_key), ('email', p_email_key), ('invite_code', p_invite_code))
    as given (kind, key)
  where key is not null
$$;

-- Servers of the version before write accounts alone. This version writes its rows itself, and finds them written:
-- a later migration drops the trigger.
create function keep_account_lookups() returns trigger
language plpgsql security definer set search_path from current as $$
declare
  mine bytea[] := '{}';
  hash bytea;
begin
  if tg_op = 'UPDATE' then
    delete from account_lookup
    where user_id = old.user_id
      and lookup_hash = any(lookup_hashes(old.username_key, old.email_key, old.invite_code));
  end if;
  if new.deleted_at is null then
    mine := lookup_hashes(new.username_key, case when new.email <> '' then new.email_key end, new.invite_code);
  end if;
  -- one by one: a join's plan that was made for an empty table would read all of it for each row of a long insert
  foreach hash in array mine loop
    if not exists (select from account_lookup where lookup_hash = hash and user_id = new.user_id) then
      insert into account_lookup (lookup_hash, user_id) values (hash, new.user_id);
    end if;
  end loop;
  return null;
end $$;
create trigger account_lookups
after insert or update of username_key, email, email_key, invite_code, deleted_at on account
for each row execute function keep_account_lookups();

insert into account_lookup (lookup_hash, user_id)
select lookup_hash, user_id
from account, unnest(
  lookup_hashes(username_key, case when email <> '' then email_key end, invite_code)
) as mine (lookup_hash)
where deleted_at is null;
-- rows come in no order: a key that is built from all of them takes less time, in which nobody registers
alter table account_lookup add primary key (lookup_hash);
