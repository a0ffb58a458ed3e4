-- Mails on their way, and the links to a new password that they have brought: a row goes when its link was
-- used or is over. Somebody asks by an address alone: whether an account has it is looked up by who sends,
-- so that the answer and its time tell nobody.
create table mail (
  mail_id bigint generated always as identity primary key,
  kind text not null,
  -- as addresses are compared; null: it was sent, and is written to no more
  email_key text,
  -- whose address it turned out to be
  user_id bigint,
  -- of the code of its link, which is made anew for each attempt and kept nowhere
  code_hash bytea unique,
  created_at timestamptz not null,
  -- nobody touches the row before; null: it was sent
  due_at timestamptz,
  -- how often a worker took it, which also tells one worker's turn from the next
  attempts integer not null default 0,
  -- until when its link is good, or it is worth sending
  expires_at timestamptz not null
);
-- who asks again before it was sent has asked once
create unique index mail_waiting on mail (email_key, kind) where due_at is not null;
create index mail_due_at on mail (due_at) where due_at is not null;
create index mail_user_id on mail (user_id);
create index mail_expires_at on mail (expires_at);
