-- When the person of an account left, and all that named them was erased. It is blocked as well, so that a
-- server of the version before lets nobody in by it.
alter table account add column deleted_at timestamptz;
create index account_deleted on account (user_id) where deleted_at is not null;

-- In the row that every claim locks: a claim that waited while its account was deleted is paid nothing.
alter table progress add column is_deleted boolean not null default false;

-- What operators and rewards say about somebody can be erased; who did what, and every amount, cannot.
grant update (what, reason) on audit to current_user;
grant update (detail) on transfer to current_user;
grant update (reason) on correction to current_user;

-- When the file of a batch was erased: nothing of it is under way any more.
alter table payout_batch add column erased_at timestamptz;
create index payout_batch_kept on payout_batch (batch_id) where erased_at is null;

create index report_user on report (user_id) where user_id is not null;
