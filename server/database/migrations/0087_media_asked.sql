-- Of which clips an account was sent a file, and when last: addresses of media in a list name whom it was for.
-- Written at most once a week for each.
create table media_asked (
  user_id bigint not null,
  video_id bigint not null,
  asked_on date not null,
  primary key (user_id, video_id)
);
create index media_asked_day on media_asked (asked_on);

-- Since when that is known. Apps may still play what they had kept before; nothing is claimed on an empty database.
create table media_coverage (
  only_row boolean primary key default true check (only_row),
  -- the first UTC day whose claims can be compared; null: all can
  since date,
  -- the times of the first and the last line of a CDN's log that was imported
  log_since timestamptz,
  log_until timestamptz
);
insert into media_coverage (since)
select case when exists (select from watched) then (now() at time zone 'UTC')::date + 4 end;
