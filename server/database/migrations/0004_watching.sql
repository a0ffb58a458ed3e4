create table video (
  video_id bigint generated always as identity primary key,
  title text not null,
  author text not null,
  url text not null unique,
  poster text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  duration_ms integer not null check (duration_ms > 0),
  -- null: the general setting
  watch_seconds integer check (watch_seconds >= 0),
  reward bigint check (reward >= 0),
  created_at timestamptz not null,
  disabled_at timestamptz
);

create table ad (
  ad_id bigint generated always as identity primary key,
  title text not null,
  advertiser text not null,
  url text not null,
  poster text not null,
  target_url text not null,
  cta text not null,
  duration_ms integer not null check (duration_ms > 0),
  -- null: everywhere
  countries text[],
  watch_seconds integer check (watch_seconds >= 0),
  watch_reward bigint check (watch_reward >= 0),
  click_reward bigint check (click_reward >= 0),
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- When the server first gave a clip or an ad to a user: watch time counts from there.
create table handed (
  user_id bigint not null,
  kind text not null check (kind in ('video', 'ad')),
  item_id bigint not null,
  first_at timestamptz not null,
  primary key (user_id, kind, item_id)
);

-- What the rules of earning look at, one row a user: every claim of a user queues here.
-- The columns of today mean `day`; on another day they count as zero.
create table progress (
  user_id bigint primary key,
  day date not null default '1970-01-01',
  videos_today integer not null default 0,
  extra_views_today integer not null default 0,
  extra_times_today integer not null default 0,
  ads_watched_today integer not null default 0,
  ads_clicked_today integer not null default 0,
  shares_today integer not null default 0,
  share_claimed_on date,
  last_watch_at timestamptz,
  videos bigint not null default 0,
  ads_viewed bigint not null default 0,
  ads_clicked bigint not null default 0,
  shares bigint not null default 0
) with (fillfactor = 70);

create table watched (
  user_id bigint not null,
  day date not null,
  video_id bigint not null,
  reward bigint not null check (reward >= 0),
  watched_at timestamptz not null,
  primary key (user_id, day, video_id)
);
create index watched_newest on watched (user_id, watched_at desc, video_id desc);

create table ad_rewarded (
  user_id bigint not null,
  day date not null,
  ad_id bigint not null,
  action text not null check (action in ('watch', 'click')),
  reward bigint not null check (reward >= 0),
  rewarded_at timestamptz not null,
  primary key (user_id, day, ad_id, action)
);

create table task_claimed (
  user_id bigint not null,
  task text not null,
  reward bigint not null check (reward >= 0),
  claimed_at timestamptz not null,
  primary key (user_id, task)
);

create table watch_ticket_used (
  nonce bytea primary key,
  user_id bigint not null,
  used_at timestamptz not null
);
create index watch_ticket_used_at on watch_ticket_used (used_at);
