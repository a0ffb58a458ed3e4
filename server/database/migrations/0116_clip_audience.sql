-- Whom a clip is for. The language is a tag of the app (pt, pt-PT), empty: any;
-- the countries as for advertisements, null: any. Servers of the version before show a clip to everybody alike.
alter table video
  add column if not exists feed_language text not null default '',
  add column if not exists feed_countries text[];
create index if not exists video_feed_language_rank on video (feed_language, feed_rank, video_id)
  where disabled_at is null;
create index if not exists video_feed_language_shown on video (feed_language, feed_shown, video_id)
  where disabled_at is null;
create index if not exists video_feed_language_newest on video (feed_language, created_at desc)
  where disabled_at is null;
