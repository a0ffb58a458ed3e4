-- When a claim arrived, beside the moment at which it says it was earned; null: not known.
alter table watched add column arrived_at timestamptz;
alter table ad_rewarded add column arrived_at timestamptz;
-- Real time until here is spent on watches, in the order in which their claims arrived; null: none is.
alter table progress add column spent_until timestamptz;
