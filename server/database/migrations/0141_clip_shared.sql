-- How often members' apps told of a share of this clip. Shares of before named none.
alter table video add column if not exists feed_shared integer not null default 0;
