create table account (
  user_id bigint generated always as identity primary key,
  username text not null,
  -- folded to one case by the server: what is unique must not depend on the database's collation
  username_key text not null constraint account_username unique,
  email text not null,
  email_key text not null constraint account_email unique,
  password_hash text not null,
  country text,
  language text,
  invite_code text not null constraint account_invite_code unique,
  inviter_id bigint,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  -- when the new-user reward was credited
  welcomed_at timestamptz,
  blocked_at timestamptz
);

create table session (
  -- SHA-256 of the token; the token itself is nowhere
  token_hash bytea primary key,
  user_id bigint not null,
  keep boolean not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- where push messages for this device go
  fcm_token text
);
create index session_owner on session (user_id);
create index session_expires_at on session (expires_at);
create index session_fcm_token on session (fcm_token) where fcm_token is not null;

-- The three levels above each account, written once at registration.
create table friend (
  user_id bigint not null,
  friend_id bigint not null,
  level smallint not null check (level between 1 and 3),
  created_at timestamptz not null,
  primary key (user_id, friend_id)
);
create index friend_newest on friend (user_id, level, created_at desc, friend_id desc);

-- The first answer to a request that carried an idempotency key.
create table kept_answer (
  user_id bigint not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  answer text not null,
  created_at timestamptz not null,
  primary key (user_id, path, key)
);
create index kept_answer_created_at on kept_answer (created_at);
