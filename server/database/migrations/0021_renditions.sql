-- Files that show the same clip, as the contract's `Source`: the one at `url` first, then smaller
-- ones. Empty where there is no other. They are read and written with their row, all or none.
alter table video add column sources jsonb not null default '[]'
  check (jsonb_typeof(sources) = 'array');
alter table ad add column sources jsonb not null default '[]'
  check (jsonb_typeof(sources) = 'array');
