-- version 5
--
-- Pays a user for an ad that they watched or followed, once per ad, action and day, and once per idempotency key. The
-- guarantees, locks, plans and refusals are those of record_watch. After the wallet it locks an allotment of the ad's
-- budget, then an allotment of the funds.
create or replace function record_ad(
  p_user_id bigint,
  -- watch or click
  p_action text,
  p_ad_id bigint,
  -- the current time, and its UTC day
  p_now timestamptz,
  p_today date,
  -- time of the watch or click; null: now
  p_earned_at timestamptz,
  -- the UTC day that the claim counts for
  p_day date,
  -- general settings, for an ad without its own
  p_reward bigint,
  p_watch_seconds integer,
  p_daily_limit integer,
  -- backdated claims: their age in days, and their number per day of arrival
  p_late_days integer,
  p_late_limit integer,
  -- watch time whose claims may arrive at once after a pause
  p_burst_seconds integer,
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
  -- for too_early: whether the ad was served (false: too long ago; null: never), the earliest time of the action, and
  -- the watch time
  out is_served boolean,
  out ready_at timestamptz,
  out seconds integer,
  -- nothing was paid: no allotment of the ad's budget covers it, or none of the funds covers this amount
  out is_unbudgeted boolean,
  out uncovered bigint,
  out paid bigint,
  out balance bigint
) language plpgsql set enable_seqscan = off as $$
declare
  -- format of amounts in answers: 123400 is 12.3400
  as_money constant text := 'FM9999999999999990.0000';
  is_watch constant boolean := p_action = 'watch';
  mine progress;
  purse wallet;
  known ad;
  is_rewarded boolean;
  served_since timestamptz;
  -- length of the action; a click takes no time
  action_time interval;
  -- when enough real time has passed after the watches claimed before
  free_at timestamptz;
  is_over boolean;
  paid_of_day integer;
  repaid bigint;
  promised bigint;
  budget_slot integer;
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

  if p_key is not null then
    select answer, body_hash = p_body_hash into kept_text, is_same_body from kept_answer
    where user_id = p_user_id and path = p_path and key = p_key and expires_at > p_now;
    if found then return; end if;
  end if;

  select * into known from ad where ad_id = p_ad_id
    -- a claim from before the ad was taken down is paid
    and (disabled_at is null or p_earned_at <= disabled_at);
  if not found then
    refusal := 'unknown_ad';
    return;
  end if;
  paid := coalesce(case when is_watch then known.watch_reward else known.click_reward end, p_reward);
  seconds := coalesce(known.watch_seconds, p_watch_seconds);
  if exists (
    select from ad_rewarded
    where user_id = p_user_id and day = p_day and ad_id = p_ad_id and action = p_action
  ) then
    refusal := 'already_rewarded';
    return;
  end if;

  is_over := mine.day > p_day and p_earned_at is not null;
  if mine.day < p_day then
    mine.day := p_day;
    mine.videos_today := 0;
    mine.extra_views_today := 0;
    mine.extra_times_today := 0;
    mine.ads_watched_today := 0;
    mine.ads_clicked_today := 0;
    mine.shares_today := 0;
  end if;
  paid_of_day := case when is_watch then mine.ads_watched_today else mine.ads_clicked_today end;
  if is_over then
    select count(*) into paid_of_day from ad_rewarded
    where user_id = p_user_id and day = p_day and action = p_action;
  end if;
  if paid_of_day >= p_daily_limit or p_day < p_today and (
    select count(*) from ad_rewarded
    where user_id = p_user_id and day >= p_today - p_late_days and day < p_today
      and action = p_action and arrived_at >= p_today::timestamp at time zone 'UTC'
  ) >= p_late_limit then
    refusal := 'daily_limit_reached';
    return;
  end if;

  -- counts a serving on p_day, and with p_earned_at on the day before: an evening may pass midnight
  select (
    select min(at) from unnest(earlier || first_at) as at
    where at >= (p_day - (p_earned_at is not null)::int)::timestamp at time zone 'UTC'
  ) into served_since
  from served where user_id = p_user_id and kind = 'ad' and item_id = p_ad_id;
  is_served := case when found then served_since is not null end;
  action_time := case when is_watch then seconds else 0 end * interval '1 second';
  ready_at := greatest(coalesce(p_earned_at, p_now), served_since + action_time);
  if is_watch then
    free_at := mine.spent_until + action_time;
    -- a claim is late if it lies before another watch, or on a day that is over
    if is_over or coalesce(p_earned_at <= mine.last_watch_at, false) then
      ready_at := free_moment(p_user_id, p_day, ready_at, action_time);
    else
      ready_at := greatest(ready_at, mine.last_watch_at + action_time);
    end if;
  end if;
  -- the watch cannot have begun before its day was over, so a later attempt would not help
  if p_day < p_today and (
    served_since is null or ready_at - action_time >= (p_day + 1)::timestamp at time zone 'UTC'
  ) then
    refusal := 'claim_expired';
    return;
  end if;
  if served_since is null or ready_at > p_now or free_at > p_now then
    refusal := 'too_early';
    ready_at := greatest(ready_at, free_at);
    if not is_served then perform serve_again(p_user_id, p_today, p_now, 'ad', p_ad_id); end if;
    return;
  end if;

  select * into strict purse from wallet where user_id = p_user_id for update;
  repaid := least(purse.debt, paid);
  promised := paid - repaid;
  if paid > 0 and known.budget is not null then
    select slot into budget_slot from ad_allotment where ad_id = p_ad_id and room >= paid
    order by (slot + p_user_id) % 16 limit 1 for update skip locked;
    is_unbudgeted := not found;
    if is_unbudgeted then return; end if;
  end if;
  if promised > 0 and (select is_enforced from funding) then
    select slot into allotment from funding_allotment where room >= promised
    order by (slot + p_user_id) % 64 limit 1 for update skip locked;
    if not found then
      uncovered := promised;
      return;
    end if;
    update funding_allotment set room = room - promised where slot = allotment;
  end if;
  if budget_slot is not null then
    update ad_allotment set room = room - paid where ad_id = p_ad_id and slot = budget_slot;
  end if;

  insert into ad_rewarded (user_id, day, ad_id, action, reward, rewarded_at, watch_seconds, arrived_at)
  values (p_user_id, p_day, p_ad_id, p_action, paid, ready_at, seconds, p_now);

  -- a claim for a day that is over does not change today's counts
  if not is_over and is_watch then mine.ads_watched_today := mine.ads_watched_today + 1; end if;
  if not is_over and not is_watch then mine.ads_clicked_today := mine.ads_clicked_today + 1; end if;
  if is_watch then
    mine.last_watch_at := greatest(mine.last_watch_at, ready_at);
    -- unused real time is lost, except for one burst
    mine.spent_until := greatest(
      mine.spent_until, p_now - greatest(p_burst_seconds * interval '1 second', action_time)
    ) + action_time;
  end if;
  update progress set
    day = mine.day,
    videos_today = mine.videos_today,
    extra_views_today = mine.extra_views_today,
    extra_times_today = mine.extra_times_today,
    ads_watched_today = mine.ads_watched_today,
    ads_clicked_today = mine.ads_clicked_today,
    shares_today = mine.shares_today,
    ads_viewed = mine.ads_viewed + is_watch::int,
    ads_clicked = mine.ads_clicked + (not is_watch)::int,
    last_watch_at = mine.last_watch_at,
    spent_until = mine.spent_until
  where user_id = p_user_id;

  -- a debt is repaid first, by an entry of its own
  if paid > 0 then
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    values (p_user_id, purse.version + 1, p_action || '_ad',
      'ad:' || p_ad_id || ':' || to_char(p_day, 'YYYY-MM-DD'), 'rewards', 'available', paid,
      known.title, p_now);
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

  if p_key is not null then
    insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
    values (p_user_id, p_path, p_key, p_body_hash,
      format('{"code":1,"msg":"ok","data":{"reward":"%s","balance":"%s"}}',
        to_char(paid / 10000.0, as_money), to_char(balance / 10000.0, as_money)),
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
