-- version 6
--
-- Decides several claims of clips, ads and shares in one call, one after the other. Each claim has its own function
-- (record_watch, record_ad or record_share), with its own rules, entries, key and stored answer. record_clips pays
-- consecutive clips of today together, as far as it can. The session is checked once. Returns a row for each decided
-- claim, in the order of the claims. It stops before the first claim that no allotment covers, and after the first
-- whose clip or ad was served again; the claims before it are paid. One transaction commits all of this.
--
-- Locks, always in this order: the session, the user's progress row, the wallet, allotments (skipping locked ones),
-- and one row of served: a feed locks many of those, in another order. Tasks are not claimed here: a task waits for
-- the day's promises, and no transaction that has locked a wallet may do that.
create or replace function record_claims(
  p_user_id bigint,
  -- the current time, and its UTC day
  p_now timestamptz,
  p_today date,
  -- of each claim: clip, watch, click or share; the clip or ad (null: a share); when it was earned (null: now), and
  -- the UTC day that it counts for; the general reward; the call's path, key and body hash
  p_kinds text[],
  p_items bigint[],
  p_earned_at timestamptz[],
  p_days date[],
  p_rewards bigint[],
  p_paths text[],
  p_keys text[],
  p_body_hashes bytea[],
  p_kept_until timestamptz,
  -- general settings of clips and of ads
  p_watch_seconds integer,
  p_daily_limit integer,
  p_ad_watch_seconds integer,
  p_ad_daily_limit integer,
  -- arguments of record_watch()
  p_late_days integer,
  p_late_limit integer,
  p_burst_seconds integer,
  p_release_after bigint,
  -- hash of the call's session token; null: the caller has checked the session
  p_token_hash bytea,
  -- sessions that began earlier need a new log-in
  p_not_before timestamptz
) returns table (
  -- code why the session has ended: then there is no other row
  session_end integer,
  -- the other columns are those of record_watch()
  kept_text text,
  is_same_body boolean,
  refusal text,
  is_served boolean,
  ready_at timestamptz,
  seconds integer,
  paid bigint,
  balance bigint,
  -- of a clip; null: not a clip
  remaining integer
) language plpgsql set enable_seqscan = off as $$
declare
  claim record;
  done record;
  -- place of the last decided claim
  decided integer := 0;
  -- the clips up to this place are paid one by one
  alone integer := 0;
  -- place of the last of several consecutive clips, and the number of them paid together
  last integer;
  together integer;
begin
  if p_token_hash is not null then
    session_end := find_own_session(p_user_id, p_token_hash, p_now, p_not_before);
    if session_end is not null then
      return next;
      return;
    end if;
  end if;

  for claim in
    select * from unnest(p_kinds, p_items, p_earned_at, p_days, p_rewards, p_paths, p_keys, p_body_hashes)
      with ordinality as sent (kind, item, earned_at, day, reward, path, key, body_hash, place)
    order by place
  loop
    continue when claim.place <= decided;
    if claim.place > alone and claim.kind = 'clip' and p_kinds[claim.place + 1] = 'clip' then
      last := claim.place + 1;
      while p_kinds[last + 1] = 'clip' loop last := last + 1; end loop;
      return query select null::integer, null::text, null::boolean, null::text, null::boolean,
        null::timestamptz, null::integer, clip.paid, clip.balance, clip.remaining
      from record_clips(
        p_user_id, p_now, p_today, p_items[claim.place:last], p_earned_at[claim.place:last],
        p_days[claim.place:last], p_rewards[claim.place:last], p_paths[claim.place:last],
        p_keys[claim.place:last], p_body_hashes[claim.place:last], p_kept_until, p_watch_seconds,
        p_daily_limit, p_burst_seconds, p_release_after
      ) as clip;
      get diagnostics together = row_count;
      decided := claim.place - 1 + together;
      -- the first clip that could not be paid with others; or, if none could, all: the day's limit refuses each
      alone := case when together > 0 then decided + 1 else last end;
      continue when together > 0;
    end if;
    if claim.kind = 'clip' then
      select *, false as is_unbudgeted into strict done from record_watch(
        p_user_id, claim.item, p_now, p_today, claim.earned_at, claim.day, claim.reward, p_watch_seconds,
        p_daily_limit, p_late_days, p_late_limit, p_burst_seconds, p_release_after, claim.path, claim.key,
        claim.body_hash, p_kept_until, null, null
      );
    elsif claim.kind = 'share' then
      select *, false as is_unbudgeted, null::boolean as is_served, null::timestamptz as ready_at,
        null::integer as seconds, null::integer as remaining
      into strict done from record_share(
        p_user_id, p_now, p_today, claim.earned_at, claim.day, claim.reward, claim.path, claim.key,
        claim.body_hash, p_kept_until, null, null
      );
    else
      select *, null::integer as remaining into strict done from record_ad(
        p_user_id, claim.kind, claim.item, p_now, p_today, claim.earned_at, claim.day, claim.reward,
        p_ad_watch_seconds, p_ad_daily_limit, p_late_days, p_late_limit, p_burst_seconds, claim.path,
        claim.key, claim.body_hash, p_kept_until, null, null
      );
    end if;
    exit when done.is_unbudgeted or done.uncovered is not null;
    session_end := done.session_end;
    kept_text := done.kept_text;
    is_same_body := done.is_same_body;
    refusal := done.refusal;
    is_served := done.is_served;
    ready_at := done.ready_at;
    seconds := done.seconds;
    paid := done.paid;
    balance := done.balance;
    remaining := done.remaining;
    return next;
    exit when session_end is not null or refusal = 'too_early' and not is_served;
  end loop;
end $$;
