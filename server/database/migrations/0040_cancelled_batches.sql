-- A batch of which nothing was reported can be cancelled: its requests are pending again, in no batch.
alter table payout_batch add column cancelled_at timestamptz;

alter table withdrawal
  drop constraint withdrawal_step_move,
  add constraint withdrawal_step_move check (
    (coalesce(previous_step, ''), step) in (
      ('', 'pending'),
      ('pending', 'in_review'), ('pending', 'processing'), ('pending', 'paid'),
      ('pending', 'rejected'), ('in_review', 'pending'), ('in_review', 'rejected'),
      ('processing', 'pending'), ('processing', 'paid'), ('processing', 'failed'),
      ('paid', 'returned')
    )
  ),
  drop constraint withdrawal_batch,
  add constraint withdrawal_batch check (
    case
      when step = 'pending' then batch_id is null
      when step in ('processing', 'failed') or previous_step = 'processing' then batch_id is not null
      when step = 'returned' then true
      else batch_id is null
    end
  );

alter table withdrawal_step
  drop constraint withdrawal_step_move,
  add constraint withdrawal_step_move check (
    (from_step, to_step) in (
      ('pending', 'in_review'), ('pending', 'processing'), ('pending', 'paid'),
      ('pending', 'rejected'), ('in_review', 'pending'), ('in_review', 'rejected'),
      ('processing', 'pending'), ('processing', 'paid'), ('processing', 'failed'),
      ('paid', 'returned')
    )
  );
