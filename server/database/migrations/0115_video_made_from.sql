-- Of which file or address a clip was made: an import that is begun again passes by what is there already.
-- `sha256:` and 64 digits of what the given file holds, or the given address; null: added before it was noted.
alter table video add column if not exists made_from text;
create unique index if not exists video_made_from on video (made_from);
