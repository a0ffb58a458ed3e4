-- The captions of a clip, as [{"language": "en", "url": "/media/….vtt"}]: one file for each language.
alter table video add column if not exists captions jsonb not null default '[]';
