-- Which accounts were registered from one block of addresses: a keyed hash of the block, never the
-- address, erased after 30 days.
create table registration_block (
  user_id bigint primary key,
  block_hash bytea not null,
  registered_at timestamptz not null
);
create index registration_block_hash on registration_block (block_hash);
create index registration_block_registered_at on registration_block (registered_at);

-- The watch time that a claim had to keep when it was paid; null: not known.
alter table watched add column watch_seconds integer;
alter table ad_rewarded add column watch_seconds integer;

-- What spoke against paying when it was requested; null: nobody had looked.
alter table withdrawal add column signals jsonb;
create index withdrawal_review_due_at on withdrawal (review_due_at) where step = 'in_review';
