-- Addresses of media that were public, and that nothing which is shown has any more: a clip or an
-- advertisement was taken down, or has other media now. The server answers them with 404, and tells
-- apps of the newest, so that they drop what they have kept.
create table gone_media (
  url text primary key,
  gone_at timestamptz not null
);
create index gone_media_newest on gone_media (gone_at desc);

-- What was taken down before this version is gone too, unless something that is shown has it.
with media as (
  select url, poster, sources, disabled_at from video
  union all
  select url, poster, sources, disabled_at from ad
),
named as (
  select disabled_at, url from media
  union all
  select disabled_at, poster from media
  union all
  select disabled_at, source ->> 'url' from media, jsonb_array_elements(sources) as source
)
insert into gone_media (url, gone_at)
select url, max(disabled_at) from named where url like '/media/%'
group by url having bool_and(disabled_at is not null);
