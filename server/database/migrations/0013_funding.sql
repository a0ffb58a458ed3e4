-- What the operator has put in for rewards. One row that every reward locks while it is enforced:
-- only so do rewards stop at exactly the right one. Where it is not enforced nothing touches it.
create table funding (
  only_row boolean primary key default true check (only_row),
  is_enforced boolean not null default false,
  deposited bigint not null default 0 check (deposited >= 0),
  -- what may still be promised; means something while it is enforced
  room bigint not null default 0 constraint funding_room check (room >= 0),
  -- what had been promised beyond the deposits when enforcing began, and is not covered yet
  shortfall bigint not null default 0 check (shortfall >= 0),
  constraint funding_covered check (room <= 0 or shortfall = 0)
);
insert into funding default values;

create table funding_deposit (
  deposit_id bigint generated always as identity primary key,
  amount bigint not null check (amount > 0),
  reason text not null,
  created_at timestamptz not null
);
revoke update, delete, truncate on funding_deposit from current_user;

-- null: no budget; only ads with one keep count of what they have paid
alter table ad
  add column budget bigint check (budget >= 0),
  add column spent bigint not null default 0 check (spent >= 0),
  add constraint ad_budget check (budget is null or spent <= budget);
