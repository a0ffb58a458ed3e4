-- A person can take back a request that nobody has approved. It ends as a rejected one does, so that a server of
-- the version before knows what it is.
alter table withdrawal
  add column cancelled boolean not null default false,
  add constraint withdrawal_cancelled check (not cancelled or step = 'rejected');
