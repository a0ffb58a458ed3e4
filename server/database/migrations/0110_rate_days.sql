-- The rates of each day, by which statements tell amounts of that day in another currency: units of it for one unit
-- of the product's currency, the last of those that were set on the UTC day. A day without a row has the rate of
-- the day before.
create table rate_day (
  currency text not null,
  day date not null,
  rate numeric not null check (rate > 0),
  primary key (currency, day)
);
insert into rate_day (currency, day, rate)
select substring(key from '^rates\.([A-Z]{3})$'), (coalesce(changed_at, now()) at time zone 'UTC')::date,
  value::numeric
from setting where key ~ '^rates\.[A-Z]{3}$' and value <> '';

-- A trigger, so that what a server of the version before sets is kept too.
create function keep_rate_day() returns trigger language plpgsql as $$
declare
  code text;
  today date;
begin
  if tg_op = 'TRUNCATE' then
    delete from rate_day;
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- amounts are in another currency from now on, which those rates were not for
    delete from rate_day where currency = substring(old.key from '^rates\.([A-Z]{3})$');
    return null;
  end if;
  code := substring(new.key from '^rates\.([A-Z]{3})$');
  if code is null then return null; end if;
  today := (coalesce(new.changed_at, now()) at time zone 'UTC')::date;
  -- no day had the demo's rate, and one that is taken away on the day on which it was set was a mistake
  delete from rate_day where currency = code and (day = today or tg_op = 'UPDATE' and old.is_demo);
  if new.value <> '' then
    insert into rate_day (currency, day, rate) values (code, today, new.value::numeric);
  end if;
  return null;
end $$;
create trigger rate_day_kept after insert or delete or update of value on setting
  for each row execute function keep_rate_day();
create trigger rate_days_emptied after truncate on setting
  for each statement execute function keep_rate_day();
