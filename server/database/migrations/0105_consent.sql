-- What people have stated when they registered, or later: which version of which of the operator's pages they agree
-- to, and that they are at least so many years old (`age`; a birth date is not kept).
create table consent (
  user_id bigint not null,
  what text not null check (what in ('terms', 'privacy', 'age')),
  -- of the page; of `age` the years
  version int not null check (version > 0),
  -- that the person read the app in
  language text not null,
  stated_at timestamptz not null,
  primary key (user_id, what, version)
);
