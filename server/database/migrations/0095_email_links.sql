-- Links that prove an e-mail: opened by whoever reads what was sent there. 'confirm' makes the address the
-- person's, 'undo' brings it back after a change. Until an undo has expired nobody else may have its address.
create table email_link (
  link_id bigint generated always as identity primary key,
  user_id bigint not null,
  kind text not null,
  email text not null,
  -- as addresses are compared
  email_key text not null,
  -- null: not sent yet; made anew for each attempt, and kept nowhere
  code_hash bytea unique,
  -- of the session that asked, which a change does not end
  session_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_link_user_id on email_link (user_id);
create index email_link_undo on email_link (email_key) where kind = 'undo';
create index email_link_expires_at on email_link (expires_at);
-- the link that a mail brings, at whose address it goes; null: one to a new password
alter table mail add column link_id bigint references email_link on delete cascade;
create index mail_link_id on mail (link_id);
-- when the present address was confirmed; null: never
alter table account add column email_confirmed_at timestamptz;
