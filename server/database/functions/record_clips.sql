-- version 3
--
-- Pays a user for the first of several clips of today, together: each row that all of them need is locked and written
-- once, and one statement per table writes the rows of all clips. It pays only clips that record_watch would pay with
-- the same answer, and stops before the first clip that has a stored answer, is of another day, is late, is refused,
-- or is covered by no allotment. record_watch decides that clip.
--
-- It does not check the session: record_claims has done so. Each claim has a key. Amounts are in 1/10,000 units.
--
-- Locks, always in this order: the user's progress row, the wallet, allotments of the funds (skipping locked ones).
--
-- A connection plans each statement once. While a table is small, Postgres would read all of it for all clips, and
-- keep that plan until the table is analyzed; so this function finds each clip's rows by their keys only.
create or replace function record_clips(
  p_user_id bigint,
  -- the current time, and its UTC day
  p_now timestamptz,
  p_today date,
  -- arguments of record_claims(), for each claim
  p_items bigint[],
  p_earned_at timestamptz[],
  p_days date[],
  p_rewards bigint[],
  p_paths text[],
  p_keys text[],
  p_body_hashes bytea[],
  p_kept_until timestamptz,
  -- arguments of record_watch()
  p_watch_seconds integer,
  p_daily_limit integer,
  p_burst_seconds integer,
  p_release_after bigint
) returns table (
  paid bigint,
  balance bigint,
  remaining integer
) language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_material = off as $$
declare
  as_money constant text := 'FM9999999999999990.0000';
  mine progress;
  purse wallet;
  claim record;
  is_funded boolean;
  -- when the clip was first served, and from when on that counts, as in record_watch
  served_since timestamptz;
  served_from timestamptz;
  watch_time interval;
  ready_at timestamptz;
  repaid bigint;
  promised bigint;
  allotment integer;
  -- of each paid clip: its number, amount, time, watch time, title, and the version of its entry and the balance
  -- after it
  clips bigint[] := '{}';
  amounts bigint[] := '{}';
  ready_ats timestamptz[] := '{}';
  clip_seconds integer[] := '{}';
  titles text[] := '{}';
  versions bigint[] := '{}';
  balances bigint[] := '{}';
  -- repayments of a debt: versions of their entries, and amounts
  repaid_versions bigint[] := '{}';
  repaid_amounts bigint[] := '{}';
  sum bigint := 0;
  is_released boolean;
  -- an expired answer is stored under one of the keys
  has_expired boolean := false;
  -- number of clips that may be paid today, before the first of these
  left_today integer;
  kept integer;
begin
  select * into strict mine from progress where user_id = p_user_id for update;
  if mine.is_deleted or mine.day > p_today then return; end if;
  if mine.day < p_today then
    mine.day := p_today;
    mine.videos_today := 0;
    mine.extra_views_today := 0;
    mine.extra_times_today := 0;
    mine.ads_watched_today := 0;
    mine.ads_clicked_today := 0;
    mine.shares_today := 0;
  end if;
  left_today := p_daily_limit + mine.extra_views_today - mine.videos_today;

  for claim in
    select sent.item, sent.earned_at, sent.day, sent.key, title, coalesce(video.reward, sent.reward) as amount,
      coalesce(video.watch_seconds, p_watch_seconds) as seconds,
      expires_at > p_now or watched.user_id is not null or video.video_id is null as is_other,
      expires_at <= p_now as has_expired, first_at, earlier
    from unnest(p_items, p_earned_at, p_days, p_rewards, p_paths, p_keys) with ordinality
      as sent (item, earned_at, day, reward, path, key, place)
    left join kept_answer on kept_answer.user_id = p_user_id and kept_answer.path = sent.path
      and kept_answer.key = sent.key
    left join video on video.video_id = sent.item
      and (disabled_at is null or sent.earned_at <= disabled_at)
    left join watched on watched.user_id = p_user_id and watched.day = p_today
      and watched.video_id = sent.item
    left join served on served.user_id = p_user_id and kind = 'video' and item_id = sent.item
    order by place limit greatest(left_today, 0)
  loop
    exit when claim.is_other or claim.day <> p_today or claim.earned_at <= mine.last_watch_at
      or claim.item = any (clips) or claim.key = any (p_keys[:cardinality(clips)]);
    served_since := claim.first_at;
    served_from := (p_today - (claim.earned_at is not null)::int)::timestamp at time zone 'UTC';
    if cardinality(claim.earlier) > 0 then
      select min(at) into served_since from unnest(claim.earlier || served_since) as at
      where at >= served_from;
    end if;
    exit when (served_since >= served_from) is not true;
    watch_time := claim.seconds * interval '1 second';
    ready_at := greatest(coalesce(claim.earned_at, p_now), served_since + watch_time,
      mine.last_watch_at + watch_time);
    exit when ready_at > p_now or mine.spent_until + watch_time > p_now;

    if purse.user_id is null then
      select * into strict purse from wallet where user_id = p_user_id for update;
      select is_enforced into strict is_funded from funding;
    end if;
    -- a debt is repaid first, by an entry of its own
    repaid := least(purse.debt, claim.amount);
    promised := claim.amount - repaid;
    if is_funded and promised > 0 then
      select slot into allotment from funding_allotment where room >= promised
      order by (slot + p_user_id) % 64 limit 1 for update skip locked;
      exit when not found;
      update funding_allotment set room = room - promised where slot = allotment;
    end if;

    mine.last_watch_at := greatest(mine.last_watch_at, ready_at);
    -- unused real time is lost, except for one burst
    mine.spent_until := greatest(
      mine.spent_until, p_now - greatest(p_burst_seconds * interval '1 second', watch_time)
    ) + watch_time;
    purse.available := purse.available + promised;
    if claim.amount > 0 then
      purse.version := purse.version + 1;
      sum := sum + claim.amount;
    end if;
    has_expired := has_expired or claim.has_expired is true;
    clips := clips || claim.item;
    amounts := amounts || claim.amount;
    ready_ats := ready_ats || ready_at;
    clip_seconds := clip_seconds || claim.seconds;
    titles := titles || claim.title;
    versions := versions || purse.version;
    balances := balances || purse.available;
    if repaid > 0 then
      purse.debt := purse.debt - repaid;
      purse.version := purse.version + 1;
      repaid_versions := repaid_versions || purse.version;
      repaid_amounts := repaid_amounts || repaid;
    end if;
  end loop;
  if cardinality(clips) = 0 then return; end if;

  insert into watched (user_id, day, video_id, reward, watched_at, watch_seconds, arrived_at)
  select p_user_id, p_today, item, amount, at, seconds, p_now
  from unnest(clips, amounts, ready_ats, clip_seconds) as one (item, amount, at, seconds);
  mine.videos := mine.videos + cardinality(clips);
  is_released := mine.has_coming_rewards and mine.videos >= p_release_after;
  if is_released then
    insert into reward_release (user_id, created_at) values (p_user_id, p_now)
    on conflict do nothing;
  end if;
  update progress set
    day = mine.day,
    videos_today = mine.videos_today + cardinality(clips),
    extra_views_today = mine.extra_views_today,
    extra_times_today = mine.extra_times_today,
    ads_watched_today = mine.ads_watched_today,
    ads_clicked_today = mine.ads_clicked_today,
    shares_today = mine.shares_today,
    videos = mine.videos,
    last_watch_at = mine.last_watch_at,
    spent_until = mine.spent_until,
    has_coming_rewards = mine.has_coming_rewards and not is_released
  where user_id = p_user_id;
  if sum > 0 then
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    select p_user_id, version, 'video', 'video:' || item || ':' || to_char(p_today, 'YYYY-MM-DD'),
      'rewards', 'available', amount, title, p_now
    from unnest(clips, amounts, titles, versions) as one (item, amount, title, version)
    where amount > 0;
    if cardinality(repaid_versions) > 0 then
      insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
        created_at)
      select p_user_id, version, 'debt_repaid', 'repaid:' || version, 'available', 'debt', amount,
        '', p_now
      from unnest(repaid_versions, repaid_amounts) as one (version, amount);
    end if;
    update wallet set
      available = purse.available,
      debt = purse.debt,
      credited = purse.credited + sum,
      version = purse.version
    where user_id = p_user_id;
  end if;

  if has_expired then
    delete from kept_answer where user_id = p_user_id and key = any (p_keys) and expires_at <= p_now;
  end if;
  insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
  select p_user_id, path, key, body_hash,
    format('{"code":1,"msg":"ok","data":{"reward":"%s","balance":"%s","remaining_today":%s}}',
      to_char(amount / 10000.0, as_money), to_char(after / 10000.0, as_money), left_today - place),
    p_kept_until
  from unnest(p_paths, p_keys, p_body_hashes, amounts, balances) with ordinality
    as one (path, key, body_hash, amount, after, place)
  where place <= cardinality(clips)
  on conflict do nothing;
  get diagnostics kept = row_count;
  if kept < cardinality(clips) then
    raise exception 'another call has stored its answer under one of these keys'
      using errcode = 'serialization_failure';
  end if;
  return query select amount, after, (left_today - place)::integer
  from unnest(amounts, balances) with ordinality as one (amount, after, place);
end $$;
