-- Shares that were claimed while they brought nothing: no transfer says that their day is claimed.
create table unrewarded_share (
  user_id bigint not null,
  day date not null,
  primary key (user_id, day)
);
create index unrewarded_share_day on unrewarded_share (day);
