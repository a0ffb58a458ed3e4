-- What the order of the feed goes by, of each clip. Where the first processes of this version run, those of
-- the version before still serve clips by id, and write none of this.
alter table video
  -- the operator's own choice, which comes first
  add column pinned_at timestamptz,
  -- how often members came past it, and how often one of them was paid for it
  add column feed_shown integer not null default 0,
  add column feed_finished integer not null default 0,
  -- 0: finished as often as the average clip; lower comes before, in 1/10,000
  add column feed_rank integer not null default 0;
create index video_pinned_at on video (pinned_at desc) where pinned_at is not null;
create index video_newest on video (created_at desc) where disabled_at is null;
create index video_feed_shown on video (feed_shown, video_id) where disabled_at is null;
create index video_feed_rank on video (feed_rank, video_id) where disabled_at is null;
create index video_disabled_at on video (disabled_at) where disabled_at is not null;

-- The clips of one day in a member's order; user 0: in everybody's, as visitors see them. Places are only
-- added, so that a page stays what it was. The housekeeping counts a list when its day is over, and deletes it.
create table feed_list (
  user_id bigint not null,
  day date not null,
  clips bigint[] not null,
  -- why each of them has its place, a letter for each: server/domain/feed/places.ts
  reasons text not null,
  primary key (user_id, day)
);
create index feed_list_day on feed_list (day);

-- Where a member's next list goes on: what lies before it in the index of the rank was seen. Null: from the
-- first on. What was watched before seen_until is noted in served.
create table feed_position (
  user_id bigint primary key,
  unseen_rank integer,
  unseen_id bigint,
  seen_until date not null
);

-- The sums of feed_shown and feed_finished over all clips, whose quotient is the average.
create table feed_sum (
  only_row boolean primary key default true check (only_row),
  shown bigint not null default 0,
  finished bigint not null default 0
);
insert into feed_sum default values;

-- The last day on which a member came past the clip, noted when the day is over; null: not yet.
alter table served add column seen_on date;
create index served_seen on served (user_id, seen_on, item_id)
  where kind = 'video' and seen_on is not null;
