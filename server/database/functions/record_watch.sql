-- version 10
--
-- Pays a user for a watched clip, once per day, and once per idempotency key. One call does everything: the session,
-- the answer stored under the key, the rules in the contract's order, the ledger's entries, the release of the
-- inviters' rewards, and the new stored answer. Amounts are in 1/10,000 units. A refusal changes only the session,
-- which was used, and a clip that was served too long ago, which is served again.
--
-- Locks, always in this order: the session, the user's progress row, the wallet, one allotment of the funds. Each
-- statement begins after the previous lock was granted, so it sees everything that was committed until then.
--
-- A connection plans each statement once. While a table is small, Postgres would read all of it, and keep that plan
-- until the table is analyzed; so this function finds rows by their keys only.
--
-- signatures that no server of this or the previous version calls
drop function if exists record_watch(
  bigint, bigint, timestamptz, date, timestamptz, date, bigint, integer, integer, bigint, text, text, bytea, timestamptz
);
drop function if exists record_watch(
  bigint, bigint, timestamptz, date, timestamptz, date, bigint, integer, integer, integer, integer, integer, bigint, text,
  text, bytea, timestamptz
);
drop function if exists money_text(bigint);
create or replace function record_watch(
  p_user_id bigint,
  p_video_id bigint,
  -- the current time, and its UTC day
  p_now timestamptz,
  p_today date,
  -- when the watch ended; null: now
  p_earned_at timestamptz,
  -- the UTC day that the claim counts for
  p_day date,
  -- general settings, for a clip without its own
  p_reward bigint,
  p_watch_seconds integer,
  p_daily_limit integer,
  -- backdated claims: their age in days, and the number of clips per day of arrival
  p_late_days integer,
  p_late_limit integer,
  -- watch time whose claims may arrive at once after a pause
  p_burst_seconds integer,
  -- number of watched clips after which the user's inviters are paid
  p_release_after bigint,
  -- null: the call has no idempotency key
  p_path text,
  p_key text,
  p_body_hash bytea,
  p_kept_until timestamptz,
  -- hash of the call's session token; null: the caller has checked the session
  p_token_hash bytea,
  -- sessions that began earlier need a new log-in
  p_not_before timestamptz,
  -- code why the session has ended, from find_own_session
  out session_end integer,
  -- answer to the first call with this key, and whether that call had the same body
  out kept_text text,
  out is_same_body boolean,
  -- reason of a refusal; null: not refused
  out refusal text,
  -- for too_early: whether the clip was served (false: too long ago; null: never), when its watch time is over, and
  -- the watch time
  out is_served boolean,
  out ready_at timestamptz,
  out seconds integer,
  -- nothing was paid: no allotment of the funds covers this amount
  out uncovered bigint,
  out paid bigint,
  out balance bigint,
  out remaining integer
) language plpgsql set enable_seqscan = off as $$
declare
  -- format of amounts in answers: 123400 is 12.3400
  as_money constant text := 'FM9999999999999990.0000';
  mine progress;
  purse wallet;
  clip bigint;
  clip_title text;
  is_watched boolean;
  served_since timestamptz;
  -- the first times on earlier days, and the earliest time that counts
  served_before timestamptz[];
  served_from timestamptz;
  watch_time interval;
  -- when enough real time has passed after the claims that arrived before
  free_at timestamptz;
  is_late boolean;
  is_over boolean;
  videos_of_day integer;
  extra_of_day integer;
  is_released boolean;
  repaid bigint;
  promised bigint;
  allotment integer;
begin
  if p_token_hash is not null then
    session_end := find_own_session(p_user_id, p_token_hash, p_now, p_not_before);
    if session_end is not null then return; end if;
  end if;
  select * into strict mine from progress where user_id = p_user_id for update;
  if mine.is_deleted then
    session_end := 401;
    return;
  end if;
  select answer, body_hash = p_body_hash, video.video_id, title, coalesce(video.reward, p_reward),
    coalesce(video.watch_seconds, p_watch_seconds), watched.video_id is not null,
    first_at, earlier, served.item_id is not null
  into kept_text, is_same_body, clip, clip_title, paid, seconds, is_watched, served_since,
    served_before, is_served
  from (select) as one
  left join kept_answer on kept_answer.user_id = p_user_id and path = p_path and key = p_key
    and expires_at > p_now
  left join video on video.video_id = p_video_id
    -- a claim from before the clip was taken down is paid
    and (disabled_at is null or p_earned_at <= disabled_at)
  left join watched on watched.user_id = p_user_id and watched.day = p_day
    and watched.video_id = p_video_id
  left join served on served.user_id = p_user_id and kind = 'video' and item_id = p_video_id;
  if kept_text is not null then return; end if;
  if clip is null then refusal := 'unknown_video'; return; end if;
  if is_watched then
    refusal := 'already_rewarded';
    return;
  end if;
  -- a claim is late if it lies before another watch, or on a day that is over
  is_over := mine.day > p_day and p_earned_at is not null;
  is_late := is_over or coalesce(p_earned_at <= mine.last_watch_at, false);
  if mine.day < p_day then
    mine.day := p_day;
    mine.videos_today := 0;
    mine.extra_views_today := 0;
    mine.extra_times_today := 0;
    mine.ads_watched_today := 0;
    mine.ads_clicked_today := 0;
    mine.shares_today := 0;
  end if;
  videos_of_day := mine.videos_today;
  extra_of_day := mine.extra_views_today;
  if is_over then
    select count(*) into videos_of_day from watched where user_id = p_user_id and day = p_day;
    select coalesce(sum(views), 0) into extra_of_day from extra_views
    where user_id = p_user_id and day = p_day;
  end if;
  if videos_of_day >= p_daily_limit + extra_of_day then
    refusal := 'daily_limit_reached';
    return;
  end if;
  if p_day < p_today and (
    select count(*) from watched
    where user_id = p_user_id and day >= p_today - p_late_days and day < p_today
      and arrived_at >= p_today::timestamp at time zone 'UTC'
  ) >= p_late_limit then
    refusal := 'daily_limit_reached';
    return;
  end if;

  -- counts a serving on p_day, and with p_earned_at on the day before: an evening may pass midnight
  served_from := (p_day - (p_earned_at is not null)::int)::timestamp at time zone 'UTC';
  if cardinality(served_before) > 0 then
    select min(at) into served_since from unnest(served_before || served_since) as at
    where at >= served_from;
  elsif served_since < served_from then
    served_since := null;
  end if;
  is_served := case when is_served then served_since is not null end;
  watch_time := seconds * interval '1 second';
  ready_at := greatest(coalesce(p_earned_at, p_now), served_since + watch_time);
  if is_late then
    ready_at := free_moment(p_user_id, p_day, ready_at, watch_time);
  else
    ready_at := greatest(ready_at, mine.last_watch_at + watch_time);
  end if;
  -- the watch cannot have begun before its day was over, so a later attempt would not help
  if p_day < p_today and (
    served_since is null or ready_at - watch_time >= (p_day + 1)::timestamp at time zone 'UTC'
  ) then
    refusal := 'claim_expired';
    return;
  end if;
  free_at := mine.spent_until + watch_time;
  if served_since is null or ready_at > p_now or free_at > p_now then
    refusal := 'too_early';
    ready_at := greatest(ready_at, free_at);
    if not is_served then perform serve_again(p_user_id, p_today, p_now, 'video', p_video_id); end if;
    return;
  end if;

  select * into strict purse from wallet where user_id = p_user_id for update;
  -- a debt is repaid first, by an entry of its own
  repaid := least(purse.debt, paid);
  promised := paid - repaid;
  if promised > 0 and (select is_enforced from funding) then
    select slot into allotment from funding_allotment where room >= promised
    order by (slot + p_user_id) % 64 limit 1 for update skip locked;
    if not found then
      uncovered := promised;
      return;
    end if;
    update funding_allotment set room = room - promised where slot = allotment;
  end if;

  insert into watched (user_id, day, video_id, reward, watched_at, watch_seconds, arrived_at)
  values (p_user_id, p_day, p_video_id, paid, ready_at, seconds, p_now);
  is_released := mine.has_coming_rewards and mine.videos + 1 >= p_release_after;
  if is_released then
    insert into reward_release (user_id, created_at) values (p_user_id, p_now)
    on conflict do nothing;
  end if;
  -- a claim for a day that is over does not change today's counts
  if not is_over then mine.videos_today := mine.videos_today + 1; end if;
  update progress set
    day = mine.day,
    videos_today = mine.videos_today,
    extra_views_today = mine.extra_views_today,
    extra_times_today = mine.extra_times_today,
    ads_watched_today = mine.ads_watched_today,
    ads_clicked_today = mine.ads_clicked_today,
    shares_today = mine.shares_today,
    videos = mine.videos + 1,
    last_watch_at = greatest(mine.last_watch_at, ready_at),
    -- unused real time is lost, except for one burst
    spent_until = greatest(
      mine.spent_until, p_now - greatest(p_burst_seconds * interval '1 second', watch_time)
    ) + watch_time,
    has_coming_rewards = mine.has_coming_rewards and not is_released
  where user_id = p_user_id;
  if paid > 0 then
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    values (p_user_id, purse.version + 1, 'video',
      'video:' || p_video_id || ':' || to_char(p_day, 'YYYY-MM-DD'), 'rewards', 'available', paid,
      clip_title, p_now);
    if repaid > 0 then
      insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
        created_at)
      values (p_user_id, purse.version + 2, 'debt_repaid', 'repaid:' || purse.version + 2,
        'available', 'debt', repaid, '', p_now);
    end if;
    update wallet set
      available = purse.available + promised,
      debt = purse.debt - repaid,
      credited = purse.credited + paid,
      version = purse.version + case when repaid > 0 then 2 else 1 end
    where user_id = p_user_id;
  end if;
  balance := purse.available + promised;
  remaining := case when mine.day >= p_today
    then greatest(p_daily_limit + mine.extra_views_today - mine.videos_today, 0)
    else p_daily_limit end;

  if p_key is not null then
    insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
    values (p_user_id, p_path, p_key, p_body_hash,
      format('{"code":1,"msg":"ok","data":{"reward":"%s","balance":"%s","remaining_today":%s}}',
        to_char(paid / 10000.0, as_money), to_char(balance / 10000.0, as_money), remaining),
      p_kept_until)
    on conflict (user_id, path, key) do update set
      body_hash = excluded.body_hash, answer = excluded.answer, expires_at = excluded.expires_at
    where kept_answer.expires_at <= p_now;
    if not found then
      raise exception 'another call has stored its answer under this key'
        using errcode = 'serialization_failure';
    end if;
  end if;
end $$;
