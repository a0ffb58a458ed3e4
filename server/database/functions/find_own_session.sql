-- version 3
--
-- Checks the session of a token, among the sessions of the user whom the token names. A use of the session extends it
-- by its whole length, but never past ends_at. As this is a write, it happens at most once an hour: a session may
-- expire up to an hour early. A standby, where users can only read, does not extend sessions.
create or replace function find_own_session(
  p_user_id bigint,
  p_token_hash bytea,
  p_now timestamptz,
  -- sessions that began earlier need a new log-in; null: none
  p_not_before timestamptz,
  -- 401: unknown, of another user, expired or logged out; 409: blocked, or the password was changed since; 303: the
  -- operator requires a new log-in; null: valid
  out session_end integer
) language plpgsql set enable_seqscan = off as $$
declare
  mine record;
begin
  -- reads the session first, so that the response time does not reveal whether the account exists
  select session.created_at, seen_at, expires_at, ends_at, blocked_at, password_changed_at
  into mine from session left join account on account.user_id = session.user_id
  where session.user_id = p_user_id and token_hash = p_token_hash;
  if not found or mine.expires_at <= p_now then
    session_end := 401;
    return;
  end if;
  if mine.blocked_at is not null or (mine.created_at >= mine.password_changed_at) is not true then
    session_end := 409;
  elsif mine.created_at < p_not_before then
    session_end := 303;
  elsif p_now - mine.seen_at >= interval '1 hour'
    and current_setting('transaction_read_only') = 'off' then
    update session set seen_at = p_now,
      expires_at = least(p_now + (mine.expires_at - mine.seen_at), mine.ends_at)
    where user_id = p_user_id and token_hash = p_token_hash and seen_at = mine.seen_at;
  end if;
end $$;
