-- Rewards take funds from one of these rows, any that nobody else has locked, instead of all from
-- the one row of `funding`. What may still be promised is `funding.room` and all their rooms.
create table funding_allotment (
  slot integer primary key,
  room bigint not null default 0 check (room >= 0)
) with (fillfactor = 10);
insert into funding_allotment (slot) select generate_series(0, 63);
