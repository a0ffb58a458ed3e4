-- Reports of clips and advertisements by people who say that they must not be shown. A report that was
-- decided is erased after half a year, in which its reporter may ask about it.
create table report (
  report_id bigint generated always as identity primary key,
  kind text not null check (kind in ('clip', 'ad')),
  item_id bigint not null,
  reason text not null check (
    reason in ('illegal', 'harms_children', 'sexual', 'violent', 'misleading', 'mine', 'other')
  ),
  -- in the reporter's own words; empty: none
  text text not null,
  -- the member who reports
  user_id bigint,
  -- of a visitor: a hash of the address, with a key that only the server has, so that one visitor counts once
  visitor bytea,
  created_at timestamptz not null,
  -- null: nobody has looked at it yet
  decided_at timestamptz,
  is_upheld boolean,
  -- what the operator says to the reporter
  answer text,
  constraint report_one_reporter check (num_nonnulls(user_id, visitor) = 1),
  constraint report_whole_decision check (num_nulls(decided_at, is_upheld, answer) in (0, 3))
);
create unique index report_open_of_user on report (kind, item_id, user_id) where decided_at is null;
create unique index report_open_of_visitor on report (kind, item_id, visitor) where decided_at is null;
create index report_item on report (kind, item_id);
create index report_created_at on report (created_at, report_id);
create index report_decided_at on report (decided_at) where decided_at is not null;

-- Since when so many reports hide it. It is disabled then, too: whoever reads disabled_at needs no more.
alter table video add column hidden_at timestamptz;
alter table ad add column hidden_at timestamptz;

-- What a message may be about: one kind more.
alter table push
  drop constraint push_kind_check,
  add constraint push_kind_check check (
    kind in (
      'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'withdrawal_returned',
      'friend_joined', 'daily_limit', 'report_decided'
    )
  );
