-- Passkeys: a second way in. The secret half of each never leaves its device; this is the public half.
create table passkey (
  user_id bigint not null,
  -- as the browser knows it
  credential_id bytea not null,
  public_key bytea not null,
  -- how often it has signed, where its device counts that: one that falls back is a copy's
  counter bigint not null,
  -- how a browser reaches it, in the words of WebAuthn
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  -- null: never yet
  used_at timestamptz,
  primary key (user_id, credential_id)
);
-- whoever logs in names nothing else
create index passkey_credential_id on passkey (credential_id);
