-- How many friends of each level somebody has, up to one of them by number: a list of friends tells it on each page, and
-- counts only those after it. A list that has counted many writes it; a registration writes nothing here, so that
-- those whom one person invites do not wait for each other. Null: nothing is counted yet.
alter table account
  add column friends_counted_to bigint,
  add column friends_of_level_1 bigint,
  add column friends_of_level_2 bigint,
  add column friends_of_level_3 bigint;
