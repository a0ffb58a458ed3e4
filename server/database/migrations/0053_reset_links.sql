-- One-time links by which people choose a new password, at most one for each person. Only the hash of
-- a link's code is kept: who reads the database can use none of them.
create table reset_link (
  user_id bigint primary key,
  code_hash bytea not null unique,
  expires_at timestamptz not null
);
create index reset_link_expires_at on reset_link (expires_at);
