-- version 5
--
-- Pays a user for the first share of a day, once per day, and once per idempotency key. The guarantees, locks, plans
-- and refusals are those of record_watch. A share with a reward of 0 is counted too, and its day is claimed.
create or replace function record_share(
  p_user_id bigint,
  -- the current time, and its UTC day
  p_now timestamptz,
  p_today date,
  -- time of the share; null: now
  p_earned_at timestamptz,
  -- the UTC day that the claim counts for
  p_day date,
  p_reward bigint,
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
  -- nothing was paid: no allotment of the funds covers this amount
  out uncovered bigint,
  out paid bigint,
  out balance bigint
) language plpgsql set enable_seqscan = off as $$
declare
  -- format of amounts in answers: 123400 is 12.3400
  as_money constant text := 'FM9999999999999990.0000';
  mine progress;
  purse wallet;
  shared_on date := p_day;
  -- idempotency key of the day's entry
  entry_key text;
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

  if p_key is not null then
    select answer, body_hash = p_body_hash into kept_text, is_same_body from kept_answer
    where user_id = p_user_id and path = p_path and key = p_key and expires_at > p_now;
    if found then return; end if;
  end if;

  -- only the claim itself shows a share, so a day before the registration becomes the registration's day
  if p_day < p_today then
    select greatest(p_day, (created_at at time zone 'UTC')::date) into strict shared_on
    from account where user_id = p_user_id;
  end if;
  entry_key := 'share:' || to_char(shared_on, 'YYYY-MM-DD');
  -- a day before the last claimed day is claimed if it has an entry, or an unrewarded share; only a claim with
  -- p_earned_at can be for such a day
  if mine.share_claimed_on = shared_on or mine.share_claimed_on > shared_on and (
    p_earned_at is null
    or exists (
      select from transfer
      where user_id = p_user_id and op = 'share_reward' and idempotency_key = entry_key
    )
    or exists (select from unrewarded_share where user_id = p_user_id and day = shared_on)
  ) then
    refusal := 'already_claimed';
    return;
  end if;

  paid := p_reward;
  select * into strict purse from wallet where user_id = p_user_id for update;
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

  if mine.day < shared_on then
    mine.day := shared_on;
    mine.videos_today := 0;
    mine.extra_views_today := 0;
    mine.extra_times_today := 0;
    mine.ads_watched_today := 0;
    mine.ads_clicked_today := 0;
    mine.shares_today := 0;
  end if;
  update progress set
    day = mine.day,
    videos_today = mine.videos_today,
    extra_views_today = mine.extra_views_today,
    extra_times_today = mine.extra_times_today,
    ads_watched_today = mine.ads_watched_today,
    ads_clicked_today = mine.ads_clicked_today,
    -- a claim for a day that is over does not change today's counts
    shares_today = mine.shares_today + (mine.day = shared_on or p_earned_at is null)::int,
    shares = mine.shares + 1,
    share_claimed_on = greatest(mine.share_claimed_on, shared_on)
  where user_id = p_user_id;

  if paid = 0 then
    insert into unrewarded_share (user_id, day) values (p_user_id, shared_on);
  else
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    values (p_user_id, purse.version + 1, 'share_reward', entry_key, 'rewards', 'available', paid,
      '', p_now);
    -- a debt is repaid first, by an entry of its own
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
