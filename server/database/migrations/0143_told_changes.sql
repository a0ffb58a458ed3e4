-- What a message may be about: one kind more, of a password or a passkey that was changed.
alter table push
  drop constraint push_kind_check,
  add constraint push_kind_check check (
    kind in (
      'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'withdrawal_returned',
      'friend_joined', 'daily_limit', 'report_decided', 'objection_decided', 'payout_info_changed',
      'account_changed'
    )
  );

-- What a mail says that brings no link, to the person whose user_id it has; null: it brings one.
alter table mail add column if not exists detail text;
