-- version 6
--
-- Finds the user of a session token that names no user, and checks the session with find_own_session. Such tokens are
-- old; the previous version's servers pass all tokens to this function.
--
-- a signature that no server of this or the previous version calls
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
