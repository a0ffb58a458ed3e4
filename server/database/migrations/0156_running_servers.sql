-- Which data keys each running server has, so that a rotation does not leave one without the newest
-- (docs/decisions/data-key.md). No row: the server has ended, or reads its keys from the file of an embedded database.
create table if not exists running_server (
  -- drawn at its start
  server_id uuid primary key,
  -- machine and process, as its log names them
  name text not null,
  -- as `data_key` has them: derived from the keys, which they do not tell
  key_ids text[] not null,
  -- it writes that anew all the while; whoever was killed or frozen does not
  ends_at timestamptz not null
);
