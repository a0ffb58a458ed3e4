-- What an app tells of the clips of a day's list that earned nothing: for how long they were looked at. It goes
-- with the list when the day has been counted. Servers of the version before count what was paid alone.
alter table feed_list
  add column if not exists looked_at bigint[] not null default '{}',
  -- those of them that played for their watch time, or to their end
  add column if not exists looked_through bigint[] not null default '{}',
  -- the moment until which real time is spent on what was told; null: none is
  add column if not exists looked_until timestamptz;
