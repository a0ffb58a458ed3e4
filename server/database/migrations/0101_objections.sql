-- What people object to: a rejected withdrawal, an amount that was taken, a block. An objection that was decided is
-- erased after half a year; nothing older than that can be objected to, so that no case is decided twice.
create table objection (
  user_id bigint not null,
  objection_id bigint generated always as identity,
  -- the case: one of the three
  withdrawal_id bigint,
  correction_id bigint,
  -- as the account's
  blocked_at timestamptz,
  -- in the person's own words
  text text not null check (char_length(text) between 1 and 1000),
  created_at timestamptz not null,
  -- if nobody has answered by then, it is decided for the person
  decide_at timestamptz not null,
  -- why nothing but an operator decides it; null: nothing
  ground text check (ground in ('law', 'fraud_review')),
  -- the first of two operators who find good that an amount is given back
  prepared_by text,
  -- null, as the next three: it is open
  decided_at timestamptz,
  decided_by text,
  is_upheld boolean,
  -- what the person reads
  answer text,
  primary key (user_id, objection_id),
  constraint objection_one_case check (num_nonnulls(withdrawal_id, correction_id, blocked_at) = 1),
  constraint objection_whole_decision check (
    num_nulls(decided_at, decided_by, is_upheld, answer) in (0, 4)
  )
);
create unique index objection_withdrawal on objection (user_id, withdrawal_id);
create unique index objection_correction on objection (user_id, correction_id);
create unique index objection_block on objection (user_id, blocked_at);
create index objection_id on objection (objection_id);
create index objection_created_at on objection (created_at, objection_id);
create index objection_open on objection (decide_at) where decided_at is null;
create index objection_decided_at on objection (decided_at) where decided_at is not null;

-- What a message may be about: one kind more.
alter table push
  drop constraint push_kind_check,
  add constraint push_kind_check check (
    kind in (
      'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'withdrawal_returned',
      'friend_joined', 'daily_limit', 'report_decided', 'objection_decided'
    )
  );
