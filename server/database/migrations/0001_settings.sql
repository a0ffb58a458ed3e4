-- What the operator configures; the version tells every process when to look again.
create table setting (
  key text primary key,
  value text not null
);

create table setting_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into setting_version (version) values (1);

-- Keys that the server makes for itself, such as the one that signs watch tickets.
create table secret (
  name text primary key,
  value bytea not null
);

-- Fixed windows of the limits: how much of a bucket is used, and the size of the last reservation.
create table limit_window (
  bucket text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  used integer not null,
  reserved integer not null,
  primary key (bucket, starts_at)
);
create index limit_window_ends_at on limit_window (ends_at);
