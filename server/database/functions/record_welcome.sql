-- version 6
--
-- Pays a user the registration reward, once for good, and once per idempotency key: with the landing page's reward if
-- the call has a watch ticket, and with the rewards of the inviters on three levels, which they get once this user
-- has watched enough clips. The guarantees are those of record_watch, the locks those of record_task. A user who was
-- welcomed before is paid nothing, without a refusal.
create or replace function record_welcome(
  p_user_id bigint,
  -- the current time, and its UTC day
  p_now timestamptz,
  p_today date,
  p_reward bigint,
  -- the username, masked for other users
  p_masked_name text,
  -- the call has an invalid watch ticket
  p_is_bad_ticket boolean,
  -- of the watch ticket: its nonce, the inviter, and the clip; null: no ticket
  p_nonce bytea,
  p_ticket_inviter bigint,
  p_video_id bigint,
  p_landing_reward bigint,
  -- the direct inviter's extra reward, and the three levels' shares of p_reward
  p_invite_reward bigint,
  p_level_1 numeric,
  p_level_2 numeric,
  p_level_3 numeric,
  -- number of watched clips after which the user's inviters are paid
  p_release_after bigint,
  -- arguments of promise_room()
  p_day_part numeric,
  p_block_part numeric,
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
  out balance bigint,
  -- the new entries as JSON of the answer
  out rewards json
) language plpgsql set enable_seqscan = off as $$
declare
  -- format of amounts in answers: 123400 is 12.3400
  as_money constant text := 'FM9999999999999990.0000';
  as_time constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  mine progress;
  purse wallet;
  welcomed_before timestamptz;
  -- the inviters on three levels; null: none
  level_1 bigint;
  level_2 bigint;
  level_3 bigint;
  -- recipients and amounts of the inviters' rewards: the direct inviter has two
  inviters bigint[];
  amounts bigint[];
  brought bigint;
  clip_title text;
  clips integer;
  entries integer;
  is_released boolean;
  -- amount that may still be promised today; null: unlimited
  room_today bigint;
  repaid bigint;
  promised bigint;
  allotment integer;
  written text := '';
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

  select welcomed_at, inviter_id into strict welcomed_before, level_1 from account
  where user_id = p_user_id;
  select inviter_id into level_2 from account where user_id = level_1;
  select inviter_id into level_3 from account where user_id = level_2;
  inviters := array[level_1, level_1, level_2, level_3];

  if welcomed_before is not null then
    paid := 0;
    select available into strict balance from wallet where user_id = p_user_id;
  else
    if p_is_bad_ticket or p_nonce is not null and (
      p_ticket_inviter is distinct from inviters[1]
      or exists (select from watch_ticket_used where nonce = p_nonce)
    ) then
      refusal := 'invalid_watch_ticket';
      return;
    end if;

    -- the feed may have paid the sample clip today
    select title into clip_title from video where video_id = p_video_id and not exists (
      select from watched where user_id = p_user_id and day = p_today and video_id = p_video_id
    );
    clips := found::int;
    paid := p_reward + case when clips > 0 then p_landing_reward else 0 end;
    amounts := array[p_invite_reward, floor(p_reward * p_level_1), floor(p_reward * p_level_2),
      floor(p_reward * p_level_3)];
    select coalesce(sum(amount), 0) into brought
    from unnest(inviters, amounts) as part (inviter, amount) where inviter is not null;

    room_today := promise_room(p_user_id, p_now, p_day_part, p_block_part);
    select * into strict purse from wallet where user_id = p_user_id for update;
    repaid := least(purse.debt, paid);
    -- the funds must cover the inviters' rewards too
    promised := paid - repaid + brought;
    if promised > 0 and (select is_enforced from funding) then
      select slot into allotment from funding_allotment where room >= promised
      order by (slot + p_user_id) % 64 limit 1 for update skip locked;
      if not found then
        uncovered := promised;
        return;
      end if;
    end if;
    if promised > room_today then
      refusal := 'no_more_today';
      return;
    end if;
    if p_nonce is not null then
      -- the primary key decides: another user may use the ticket at the same time
      insert into watch_ticket_used (nonce, user_id, used_at) values (p_nonce, p_user_id, p_now)
      on conflict do nothing;
      if not found then
        refusal := 'invalid_watch_ticket';
        return;
      end if;
    end if;
    if allotment is not null then
      update funding_allotment set room = room - promised where slot = allotment;
      perform count_promise(p_user_id, p_now, promised);
    end if;

    update account set welcomed_at = p_now where user_id = p_user_id;
    if clips > 0 then
      insert into watched (user_id, day, video_id, reward, watched_at, arrived_at)
      values (p_user_id, p_today, p_video_id, p_landing_reward, p_now, p_now);
      mine.last_watch_at := greatest(mine.last_watch_at, p_now);
    end if;
    if mine.day < p_today then
      mine.day := p_today;
      mine.videos_today := 0;
      mine.extra_views_today := 0;
      mine.extra_times_today := 0;
      mine.ads_watched_today := 0;
      mine.ads_clicked_today := 0;
      mine.shares_today := 0;
    end if;
    is_released := mine.videos + clips >= p_release_after;
    update progress set
      day = mine.day,
      videos_today = mine.videos_today + clips,
      extra_views_today = mine.extra_views_today,
      extra_times_today = mine.extra_times_today,
      ads_watched_today = mine.ads_watched_today,
      ads_clicked_today = mine.ads_clicked_today,
      shares_today = mine.shares_today,
      videos = mine.videos + clips,
      last_watch_at = mine.last_watch_at,
      has_coming_rewards = brought > 0 and not is_released
    where user_id = p_user_id;

    insert into coming_reward
      (user_id, op, idempotency_key, amount, detail, friend_id, created_at)
    select inviter, op, 'friend:' || p_user_id, amount, p_masked_name, p_user_id, p_now
    from unnest(inviters, amounts, array['invite', 'invite_level_1_reward',
      'invite_level_2_reward', 'invite_level_3_reward']) as part (inviter, amount, op)
    where inviter is not null and amount > 0;
    if brought > 0 and is_released then
      insert into reward_release (user_id, created_at) values (p_user_id, p_now)
      on conflict do nothing;
    end if;
    insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
    select user_id, 'friend:' || p_user_id, token_hash, 'friend_joined', p_masked_name, p_now, p_now
    from session
    where user_id = inviters[1] and (fcm_token is not null or web_push is not null)
      and expires_at > p_now
    on conflict do nothing;

    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    select p_user_id, purse.version + row_number() over (order by place), op, entry_key, 'rewards',
      'available', amount, title, p_now
    from (values
      (1, 'new_user_reward', 'new_user_reward', p_reward, ''),
      (2, 'video', 'landing', paid - p_reward, clip_title)
    ) as due (place, op, entry_key, amount, title) where amount > 0;
    get diagnostics entries = row_count;
    select coalesce(string_agg(format(
      '{"id":%s,"type":"%s","amount":"%s","created_at":"%s","detail":%s}', version, op,
      to_char(amount / 10000.0, as_money), to_char(created_at at time zone 'UTC', as_time),
      to_json(detail)
    ), ',' order by version), '') into written
    from transfer where user_id = p_user_id and version > purse.version;
    -- a debt is repaid first, by an entry of its own
    if repaid > 0 then
      entries := entries + 1;
      insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
        created_at)
      values (p_user_id, purse.version + entries, 'debt_repaid',
        'repaid:' || purse.version + entries, 'available', 'debt', repaid, '', p_now);
    end if;
    balance := purse.available + paid - repaid;
    if entries > 0 then
      update wallet set
        available = balance,
        debt = purse.debt - repaid,
        credited = purse.credited + paid,
        version = purse.version + entries
      where user_id = p_user_id;
    end if;
  end if;
  rewards := '[' || written || ']';

  if p_key is not null then
    insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
    values (p_user_id, p_path, p_key, p_body_hash,
      format('{"code":1,"msg":"ok","data":{"rewards":%s,"balance":"%s"}}', rewards,
        to_char(balance / 10000.0, as_money)),
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
