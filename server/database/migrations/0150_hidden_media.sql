-- Files of the operator that a store elsewhere has been asked to take out of everybody's reach, because their
-- addresses are gone (gone_media). The two differ only until the store has followed.
create table if not exists hidden_media (
  url text primary key
);

-- Whether the server that started last keeps media elsewhere: what people fetch there, only logs tell.
alter table media_coverage add column if not exists is_elsewhere boolean not null default false;
