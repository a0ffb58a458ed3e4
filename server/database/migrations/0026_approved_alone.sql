-- What operators have let out without another one, on the newest day on which they did so: summed up
-- for each operator, and for each person that it went to.
create table approved_alone (
  kind text not null check (kind in ('operator', 'person')),
  -- the operator's name, or the person's id
  subject text not null,
  day date not null,
  amount bigint not null check (amount >= 0),
  primary key (kind, subject)
);

-- Every value that `withdraw.second_approval_above` has had, and who set it: nobody lifts their own
-- limit alone.
create table approval_limit (
  change_id bigint generated always as identity primary key,
  -- null: not known
  who text,
  above bigint not null check (above >= 0)
);
insert into approval_limit (above)
select (value::numeric * 10000)::bigint from setting where key = 'withdraw.second_approval_above';
revoke update, delete, truncate on approval_limit from current_user;

-- Who has reset whose password: they could ask for money in that person's name.
create table password_reset (
  user_id bigint not null,
  who text not null,
  primary key (user_id, who)
);

-- Corrections that one operator has found good, until another one approves them.
create table prepared_correction (
  prepared_id bigint generated always as identity primary key,
  user_id bigint not null,
  amount bigint not null check (amount <> 0),
  reason text not null,
  who text not null,
  created_at timestamptz not null,
  approved_at timestamptz
);
