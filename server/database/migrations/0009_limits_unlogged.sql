-- Counters of minutes and hours need not survive a crash of the database, and every user's first
-- call in a minute writes one: without a log there is nothing to wait for.
alter table limit_window set unlogged;
