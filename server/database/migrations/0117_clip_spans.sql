-- The time in which a clip is in the feed; null: no end on that side.
alter table video
  add column if not exists feed_from timestamptz,
  add column if not exists feed_until timestamptz,
  -- Since when the clip waits for that time, or is past it. It is disabled then, too: whoever reads disabled_at
  -- needs no more, a server of the version before neither.
  add column if not exists feed_out_at timestamptz;
create index if not exists video_feed_from on video (feed_from) where feed_from is not null;
create index if not exists video_feed_until on video (feed_until) where feed_until is not null;
