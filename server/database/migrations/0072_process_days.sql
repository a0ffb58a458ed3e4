-- People are told as many days as a review takes, where that is longer than the three of the default.
with raised as (
  insert into setting (key, value)
  select 'withdraw.process_days', value from setting
  where key = 'withdraw.review_days' and value::integer > 3
  on conflict do nothing
  returning key
)
update setting_version set version = version + 1 where exists (select from raised);
