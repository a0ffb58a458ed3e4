-- Rewards for a friend, from the friend's welcome until the friend has watched something.
create table coming_reward (
  user_id bigint not null,
  op text not null,
  idempotency_key text not null,
  -- who has to watch
  friend_id bigint not null,
  amount bigint not null check (amount > 0),
  detail text not null,
  created_at timestamptz not null,
  primary key (user_id, op, idempotency_key)
);
create index coming_reward_friend on coming_reward (friend_id);

-- Friends who have watched enough: what they bring goes to the outbox.
create table reward_release (
  user_id bigint primary key,
  created_at timestamptz not null
);

-- In the row that every claim locks: only what stands there is exact while claims race.
alter table progress add column has_coming_rewards boolean not null default false;

-- What makes two payout accounts the same, however they are written.
alter table payout_info add column account_key text generated always as (
  case account_type
    when 'phone' then 'phone:' || method || ':' || right(regexp_replace(account, '\D', '', 'g'), 9)
    when 'bank_card' then 'bank_card:' || regexp_replace(account, '\D', '', 'g')
    else account_type || ':' || lower(account)
  end
) stored;
create index payout_info_account on payout_info (account_key);

alter table withdrawal add column account_key text generated always as (
  case account_type
    when 'phone' then 'phone:' || method || ':' || right(regexp_replace(account, '\D', '', 'g'), 9)
    when 'bank_card' then 'bank_card:' || regexp_replace(account, '\D', '', 'g')
    else account_type || ':' || lower(account)
  end
) stored;
create index withdrawal_account on withdrawal (account_key);

-- Locked while somebody takes an account, so that two at once are counted one after the other.
create table payout_account (
  account_key text primary key
);

-- Devices on which a user has logged in: strangers' wrong passwords do not lock them out.
create table known_device (
  user_id bigint not null,
  -- SHA-256 of the device's cookie
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_device_seen_at on known_device (seen_at);
