-- version 5
--
-- Whose session a token is that names nobody, and what find_own_session says of it. Such tokens are of before, and
-- servers of the version before ask for any token like this.
-- what no server asks for any more, neither of this version nor of the version before
drop function if exists find_session(bigint, bytea, timestamptz, timestamptz);
create or replace function find_session(
  p_token_hash bytea,
  p_now timestamptz,
  p_not_before timestamptz,
  out user_id bigint,
  out session_end integer
) language plpgsql set enable_seqscan = off as $$
begin
  select session.user_id into user_id from session where token_hash = p_token_hash;
  session_end := find_own_session(user_id, p_token_hash, p_now, p_not_before);
end $$;
