-- When whoever has the session has last shown that the account is theirs, since its log-in; null: by the log-in.
alter table session add column if not exists proven_at timestamptz;

-- The account has taken the place of another one: the first withdrawal to it waits.
alter table payout_info add column if not exists is_changed boolean not null default false;

-- What a message may be about: one kind more.
alter table push
  drop constraint push_kind_check,
  add constraint push_kind_check check (
    kind in (
      'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'withdrawal_returned',
      'friend_joined', 'daily_limit', 'report_decided', 'objection_decided', 'payout_info_changed'
    )
  );
