-- version 16
--
-- Deletes an account: erases all data that identify its user, and leaves the ledger and the tree of invitations under
-- an anonymous number. server/domain/personal-data/retention.ts lists the data that stay in each table. After a
-- refusal, the caller must roll back. It runs with the rights of the tables' owner: no other role may change the
-- ledger and the audit log.
--
-- Locks, always in this order: the password's reset link, as its use does; the progress row, where claims wait; the
-- account, where calls wait that store the user's data; the pending rewards; and the wallet, where a withdrawal
-- request waits.
drop function if exists erase_account(bigint, timestamptz, text);
create or replace function erase_account(
  p_user_id bigint,
  p_now timestamptz,
  -- the hash when the password was checked; null: an operator deletes the account
  p_password_hash text,
  -- forms of the e-mail in rows: lower-case, folded, hashed; the previous version's servers pass none
  p_emails text[] default '{}',
  -- reason of a refusal; null: deleted
  out refusal text,
  -- rest of the balance
  out forfeited bigint
) language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  -- neither a possible username nor an e-mail address
  nameless constant text := 'deleted ' || p_user_id;
  mine account;
  -- users with a reward for this friend, pending or paid, and the key of these rewards
  inviters bigint[];
  friend_key constant text := 'friend:' || p_user_id;
  rewarded constant text[] := array['invite', 'invite_level_1_reward', 'invite_level_2_reward',
    'invite_level_3_reward'];
  -- operator commands that name a user, or a withdrawal request of a user
  named constant text[] := array['users block', 'users unblock', 'users reset-link',
    'users reset-password', 'ledger correct', 'ledger prepare'];
  decided constant text[] := array['withdrawals approve', 'withdrawals prepare', 'withdrawals reject',
    'withdrawals return', 'withdrawals show'];
  answered constant text[] := array['reports uphold', 'reports dismiss'];
  ended bigint := 0;
  payees text[];
  payee text;
begin
  delete from recovery_code where user_id = p_user_id;
  delete from reset_link where user_id = p_user_id;
  delete from mail where user_id = p_user_id;
  delete from email_link where user_id = p_user_id;
  perform from progress where user_id = p_user_id for update;
  select * into mine from account where user_id = p_user_id for update;
  if mine.deleted_at is not null or mine.password_hash <> p_password_hash then
    refusal := 'invalid_credentials';
    return;
  end if;

  -- inviters get their rewards for this user only after enough watched clips
  if not exists (select from reward_release where user_id = p_user_id) then
    with gone as (delete from coming_reward where friend_id = p_user_id returning amount)
    select coalesce(sum(amount), 0) into ended from gone;
  end if;
  select array[mine.inviter_id, first.inviter_id, second.inviter_id] into inviters
  from (select) as one
  left join account as first on first.user_id = mine.inviter_id
  left join account as second on second.user_id = first.inviter_id;
  -- the details are masked names: they are erased too
  update coming_reward set detail = '' where friend_id = p_user_id;
  update outbox set detail = ''
  where user_id = any(inviters) and op = any(rewarded) and idempotency_key = friend_key;
  update outbox_dead set detail = '' where user_id = any(inviters) and idempotency_key = friend_key;

  forfeited := forfeit_rest(p_user_id, p_now);
  if (select held from wallet where user_id = p_user_id) > 0 then
    refusal := 'pending_exists';
    return;
  end if;
  update funding set
    room = room + ended - least(ended, shortfall),
    shortfall = shortfall - least(ended, shortfall)
  where is_enforced and ended > 0;

  update transfer set detail = ''
  where user_id = any(inviters) and op = any(rewarded) and idempotency_key = friend_key;
  update transfer set detail = '' where user_id = p_user_id and detail <> '';
  update correction set reason = '' where user_id = p_user_id;
  delete from prepared_correction where user_id = p_user_id and approved_at is null;
  update prepared_correction set reason = '' where user_id = p_user_id;
  delete from objection where user_id = p_user_id;
  delete from approved_alone where kind = 'person' and subject = p_user_id::text;

  select array_agg(account_key) into payees from (
    select account_key from payout_info where user_id = p_user_id
    union select account_key from withdrawal where user_id = p_user_id
  ) as used;
  delete from payout_info where user_id = p_user_id;
  -- account_key becomes '', as a null would be filled in again
  update withdrawal set recipient_name = '', account = '', account_key = '', signals = null,
    reason = case when reason is not null then '' end
  where user_id = p_user_id;
  -- waits for transactions that store such an account now; the next statement sees their rows
  perform from payout_account where account_key = any(payees) for update;
  foreach payee in array coalesce(payees, '{}') loop
    if not exists (select from payout_info where account_key = payee)
      and not exists (select from withdrawal where account_key = payee)
    then
      delete from payout_account where account_key = payee;
    end if;
  end loop;
  perform erase_batches(p_now, null);

  -- more rows may have been inserted before the account was locked
  delete from consent where user_id = p_user_id;
  delete from recovery_code where user_id = p_user_id;
  delete from reset_link where user_id = p_user_id;
  delete from mail where user_id = p_user_id or email_key = mine.email_key or email_key = any(p_emails);
  delete from email_link where user_id = p_user_id;
  delete from passkey where user_id = p_user_id;
  delete from session where user_id = p_user_id;
  delete from known_device where user_id = p_user_id;
  delete from seen_from where user_id = p_user_id;
  delete from registration_block where user_id = p_user_id;
  delete from password_reset where user_id = p_user_id;
  delete from refused_call where user_id = p_user_id;
  delete from kept_answer where user_id = p_user_id;
  delete from push where user_id = p_user_id;
  delete from push where user_id = any(inviters) and occasion = friend_key;
  delete from limit_window where bucket = any(array['requests:user:' || p_user_id,
    'password:user:' || p_user_id, 'report:user:' || p_user_id, 'cancel:' || p_user_id,
    'payout:' || p_user_id, 'export:' || p_user_id, 'email:user:' || p_user_id]);
  delete from served where user_id = p_user_id;
  delete from feed_list where user_id = p_user_id;
  delete from feed_position where user_id = p_user_id;
  delete from task_claimed where user_id = p_user_id;
  delete from extra_views where user_id = p_user_id;
  delete from unrewarded_share where user_id = p_user_id;
  update report set text = '', answer = case when answer is not null then '' end
  where user_id = p_user_id;

  -- numbers of requests, batches and sessions stay; names, accounts and operators' words do not
  update audit set reason = null, what = jsonb_build_object('user_id', p_user_id) || coalesce((
    select jsonb_object_agg(key, value) from jsonb_each(what)
    where jsonb_typeof(value) in ('number', 'boolean')
  ), '{}')
  where coalesce((what ->> 'user_id')::bigint, substring(who from '^user (\d+)$')::bigint) = p_user_id
    or action = any(named) and what ->> 'user_id' is null and exists (
      select from jsonb_array_elements_text(what -> 'words') as word
      where lower(word) in (lower(mine.username), mine.username_key, lower(mine.email), mine.email_key)
        or lower(word) = any(p_emails)
    );
  -- operators' words on the user's withdrawal requests; the requests' numbers stay
  update audit set reason = null, what = what - 'note'
  where action = any(decided) and what -> 'words' ->> 0 in (
    select withdrawal_id::text from withdrawal where user_id = p_user_id
  );
  -- answers to the user's reports; a reason code stays, as it does not identify the reporter
  update audit set reason = substring(reason from '^[a-z_]+$'), what = what - 'note'
  where action = any(answered) and exists (
    select from report
    where user_id = p_user_id and decided_at = audit.at and kind = audit.what ->> 'kind'
      and item_id = (audit.what ->> 'item')::bigint
  );

  -- other accounts may use the username and the e-mail from now on
  delete from account_lookup
  where user_id = p_user_id
    and lookup_hash = any(lookup_hashes(mine.username_key, mine.email_key, mine.invite_code));
  update progress set is_deleted = true, has_coming_rewards = false where user_id = p_user_id;
  update account set
    username = '***',
    username_key = nameless,
    username_skeletons = '{}',
    email = '',
    email_key = nameless,
    email_confirmed_at = null,
    -- the hash of no password
    password_hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$' || repeat('A', 43),
    password_changed_at = p_now,
    country = null,
    language = null,
    invite_code = nameless,
    key_folding = 2,
    blocked_at = coalesce(blocked_at, p_now),
    deleted_at = p_now
  where user_id = p_user_id;
end $$;
