-- Until when a first payment to an account that is easy to get waits; null: it does not.
alter table withdrawal add column held_until timestamptz;
