-- With which browser, on which system and from which block of addresses an account logged in (a registration does
-- so too) and asked for a payment: for whoever reviews a payment. Of the block a keyed hash is kept, as in
-- `registration_block`; what a browser says of itself and the address are not. Empty: not known.
create table seen_from (
  user_id bigint not null,
  occasion text not null check (occasion in ('log-in', 'withdrawal')),
  browser text not null,
  system text not null,
  block_hash bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, occasion, block_hash, browser, system)
);
create index seen_from_block on seen_from (block_hash, browser, system) where occasion = 'withdrawal';
create index seen_from_seen_at on seen_from (seen_at);
