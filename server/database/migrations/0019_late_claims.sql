-- When it was first served on days before, the oldest first: a claim may be late by a week. It lies
-- in the row that is written once a day anyway.
alter table served add column earlier timestamptz[] not null default '{}';

-- What a past day's limit needs to know; written when shares add views, which is no claim's way.
create table extra_views (
  user_id bigint not null,
  day date not null,
  views integer not null check (views > 0),
  primary key (user_id, day)
);
create index extra_views_day on extra_views (day);
insert into extra_views
  select user_id, day, extra_views_today from progress where extra_views_today > 0;

-- Answers to claims are kept for longer than others. Server processes of the version before do not
-- write this column, and the next line's is theirs alone.
alter table kept_answer
  add column expires_at timestamptz not null default now() + interval '24 hours',
  alter column created_at set default now();
create index kept_answer_expires_at on kept_answer (expires_at);
drop index kept_answer_created_at;
