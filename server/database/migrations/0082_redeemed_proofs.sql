-- Proofs of work that a registration was let in for, each by the random number of its challenge: one lets
-- in once. From `ends_at` on its challenge is too old by itself, and the row is deleted.
create table redeemed_proof (
  nonce bytea primary key,
  ends_at timestamptz not null
);
create index redeemed_proof_ends_at on redeemed_proof (ends_at);
