-- A reward takes its part of an advertisement's budget from one of these rows, any that nobody else has
-- locked, instead of all from the advertisement's own row. `ad.spent` is what they were given; what was
-- paid is that less what they still have. A server of the version before takes from `ad.spent` itself.
create table ad_allotment (
  ad_id bigint not null,
  slot integer not null,
  room bigint not null default 0 check (room >= 0),
  primary key (ad_id, slot)
) with (fillfactor = 10);

create function add_ad_allotments() returns trigger language plpgsql as $$
begin
  insert into ad_allotment (ad_id, slot) select new.ad_id, generate_series(0, 15)
  on conflict do nothing;
  return null;
end $$;
create trigger ad_allotments after insert or update of budget on ad
  for each row when (new.budget is not null) execute function add_ad_allotments();

insert into ad_allotment (ad_id, slot)
select ad_id, slot from ad, generate_series(0, 15) as slot where budget is not null;
