-- Whether push messages are sent at all, as the server that started last has said. Whoever queues
-- one asks here: the operator's command line knows nothing of the servers' environment.
create table push_switch (
  only_row boolean primary key default true check (only_row),
  is_on boolean not null
);
insert into push_switch (is_on) values (false);

-- Messages on their way, a row for each device. A row goes when it is sent or given up.
create table push (
  user_id bigint not null,
  -- what happened: 'withdrawal:12', 'friend:7', 'daily_limit:3'
  occasion text not null,
  -- the device: its session, since a push token may change, or come to belong to somebody else
  session_hash bytea not null,
  kind text not null check (
    kind in ('withdrawal_paid', 'withdrawal_rejected', 'friend_joined', 'daily_limit')
  ),
  -- what the words name: 1/10,000 units of an amount, a masked name, a number of clips
  detail text not null,
  created_at timestamptz not null,
  -- nobody touches the row before: a worker is sending it, or it waits to be tried again
  due_at timestamptz not null,
  -- how often a worker took it, which also tells one worker's turn from the next
  attempts integer not null default 0,
  primary key (user_id, occasion, session_hash)
);
create index push_due_at on push (due_at);

-- The newest news for every device, if it is still being spread over the queue.
create table push_announcement (
  only_row boolean primary key default true check (only_row),
  -- the version of the settings that it came with
  change bigint not null,
  detail text not null,
  created_at timestamptz not null,
  -- devices are taken in the order of their sessions' hashes; this is the last one taken
  reached bytea not null default ''
);
create index session_told on session (token_hash) where fcm_token is not null;

-- A push token may be longer than an entry of a b-tree can be.
drop index session_fcm_token;
create index session_fcm_token on session using hash (fcm_token) where fcm_token is not null;
