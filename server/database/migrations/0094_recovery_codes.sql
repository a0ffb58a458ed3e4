-- Codes by which people choose a new password without anybody's help, each once. Only hashes are kept: a code
-- has 80 bits drawn by chance, so that none is found by trying.
create table recovery_code (
  user_id bigint not null,
  code_hash bytea not null,
  made_at timestamptz not null,
  primary key (user_id, code_hash)
);
