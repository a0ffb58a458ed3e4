-- What a first start has put there, until the operator's own takes its place.
alter table setting add column is_demo boolean not null default false;
alter table payout_method add column is_demo boolean not null default false;
alter table video add column is_demo boolean not null default false;
alter table ad add column is_demo boolean not null default false;

-- Figures that nobody has touched since a first start of a version before are the demo's. Methods, clips
-- and ads of before may be in use: they are the operator's.
with demo (key, value) as (
  values ('marketing.users_rewarded', '500,000+'), ('marketing.rating', '4.5'),
    ('marketing.ratings', '10K+'), ('marketing.downloads', '1M+'), ('marketing.age_rating', 'E')
), known as (
  update setting set is_demo = true
  where 5 = (select count(*) from demo join setting as stored using (key, value))
    and ((key, value) in (table demo) or (key, value) = ('marketing.withdrawal_time', '24 hours'))
  returning key
)
update setting_version set version = version + 1 where exists (select from known);
