-- How often members were paid for a clip, counted with feed_finished, which holds what was finished without pay as
-- well. So far nothing else was finished. What a server of the version before counts, while both run, is missing.
alter table video add column if not exists feed_paid integer not null default 0;
update video set feed_paid = feed_finished where feed_paid = 0 and feed_finished > 0;
