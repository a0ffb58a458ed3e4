-- The picture of 1200 by 630 that messengers show of a link to a clip. Null: they show its poster.
alter table video add column preview text;
