-- Requests that were put into one file for whoever pays them. The file's bytes are kept: it can be
-- written again, never made again.
create table payout_batch (
  batch_id bigint generated always as identity primary key,
  method text not null,
  format text not null check (format in ('csv', 'paypal-csv', 'pain.001')),
  content bytea not null,
  who text not null,
  created_at timestamptz not null,
  -- when these bytes were safely in a file; null: nobody can have sent it yet
  written_at timestamptz
);

-- Where a request stands, finer than its status: the states of machines/payout.machine.ts. A
-- process of the version before requests without naming it.
alter table withdrawal
  add column step text not null default 'pending',
  add column previous_step text,
  -- how many steps it has taken
  add column step_number integer not null default 0,
  -- until when a request in review is decided
  add column review_due_at timestamptz,
  add column batch_id bigint,
  -- what the payment is called at whoever pays
  add column payout_reference text;

update withdrawal set step = status, previous_step = 'pending', step_number = 1
where status <> 'pending';

alter table withdrawal
  add constraint withdrawal_step_known check (
    step in ('pending', 'in_review', 'processing', 'paid', 'failed', 'returned', 'rejected')
  ),
  add constraint withdrawal_step_status check (
    status = case
      when step in ('pending', 'in_review', 'processing') then 'pending'
      when step = 'paid' then 'paid'
      else 'rejected'
    end
  ),
  -- whoever has taken no step is pending; any other came from where the machine lets them come
  add constraint withdrawal_step_move check (
    (coalesce(previous_step, ''), step) in (
      ('', 'pending'),
      ('pending', 'in_review'), ('pending', 'processing'), ('pending', 'paid'),
      ('pending', 'rejected'), ('in_review', 'pending'), ('in_review', 'rejected'),
      ('processing', 'paid'), ('processing', 'failed'), ('paid', 'returned')
    )
  ),
  add constraint withdrawal_step_counted check ((step_number = 0) = (previous_step is null)),
  add constraint withdrawal_review check ((step = 'in_review') = (review_due_at is not null)),
  add constraint withdrawal_reference check ((batch_id is null) = (payout_reference is null)),
  add constraint withdrawal_batch check (
    case
      when step in ('processing', 'failed') or previous_step = 'processing' then batch_id is not null
      when step = 'returned' then true
      else batch_id is null
    end
  );
create unique index withdrawal_payout_reference on withdrawal (payout_reference);
create index withdrawal_batch on withdrawal (batch_id) where batch_id is not null;

-- Every step that a request has taken since it was pending.
create table withdrawal_step (
  user_id bigint not null,
  withdrawal_id bigint not null,
  number integer not null check (number > 0),
  from_step text not null,
  to_step text not null,
  at timestamptz not null,
  primary key (user_id, withdrawal_id, number),
  constraint withdrawal_step_move check (
    (from_step, to_step) in (
      ('pending', 'in_review'), ('pending', 'processing'), ('pending', 'paid'),
      ('pending', 'rejected'), ('in_review', 'pending'), ('in_review', 'rejected'),
      ('processing', 'paid'), ('processing', 'failed'), ('paid', 'returned')
    )
  )
);
insert into withdrawal_step (user_id, withdrawal_id, number, from_step, to_step, at)
select user_id, withdrawal_id, 1, 'pending', status, settled_at from withdrawal
where status <> 'pending';
revoke update, delete, truncate on withdrawal_step from current_user;

-- A payout that was returned comes back from the house.
alter table transfer
  drop constraint transfer_accounts,
  add constraint transfer_accounts check (
    (debit, credit) in (
      ('rewards', 'available'), ('available', 'held'), ('held', 'payouts'), ('held', 'available'),
      ('payouts', 'available'), ('available', 'rewards'), ('debt', 'rewards'), ('available', 'debt')
    )
  );

alter table push
  drop constraint push_kind_check,
  add constraint push_kind_check check (
    kind in (
      'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'withdrawal_returned',
      'friend_joined', 'daily_limit'
    )
  );
