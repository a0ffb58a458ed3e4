-- Who changed what, when and why. Rows are added in the transaction of what they tell of, and never
-- changed.
create table audit (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null,
  -- an operator's name, folded; `user 12` for what a user did; `somebody` for who failed to log in
  who text not null,
  action text not null,
  what jsonb not null,
  reason text
);
revoke update, delete, truncate on audit from current_user;

-- What was above the limit when it was requested needs two operators for good: a limit that is
-- lifted later lets nothing through that waits.
alter table withdrawal
  add column needs_second boolean not null default false,
  add column prepared_by text,
  add column prepared_at timestamptz,
  add check ((prepared_by is null) = (prepared_at is null));
