-- version 2
--
-- Whether the session of a token goes on, which is looked for among those of the person whom the token
-- names. Using a session makes it last for its whole length again, but never past ends_at; at most once an
-- hour, since that is a write, so it ends up to an hour sooner after its last use. On a standby it does not: people
-- read there.
create or replace function find_own_session(
  p_user_id bigint,
  p_token_hash bytea,
  p_now timestamptz,
  -- sessions that began before it ask for a log-in; null: none does
  p_not_before timestamptz,
  -- 401: unknown, of somebody else, expired or logged out; 409: blocked, or the password was changed
  -- since; 303: the operator wants a fresh log-in; null: it goes on
  out session_end integer
) language plpgsql set enable_seqscan = off as $$
declare
  mine record;
begin
  -- the session comes first: whether there is such an account is not told by the time that it takes
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
