-- A user's days are in the primary key already, and one day's clips are few enough to sort: an
-- index less is a page less that every reward writes.
drop index watched_newest;
