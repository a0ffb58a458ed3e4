-- Calls of people that were refused, so that an operator can answer why something was not paid. The
-- same refusal of the same thing on one UTC day is one row. Erased after 30 days.
create table refused_call (
  user_id bigint not null,
  day date not null,
  -- the call's path
  call text not null,
  -- the clip, the advertisement or the task; empty: the call is about none
  item text not null,
  reason text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null check (times > 0),
  primary key (user_id, day, call, item, reason)
);
create index refused_call_day on refused_call (day);

-- Which entries of the log are about a person: what they did, what failed in their name, and what an
-- operator did to their account.
create index audit_person on audit (
  (coalesce((what ->> 'user_id')::bigint, substring(who from '^user (\d+)$')::bigint)), at
);

-- A part of a name or an e-mail is looked for in this index alone, which is a fraction of the table.
create index account_parts on account (user_id) include (username_key, email_key);

-- Which of a person's rewards are laid aside.
create index outbox_dead_user on outbox_dead (user_id);
