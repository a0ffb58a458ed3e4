-- The moment after which no use prolongs a session: expires_at is never later. The default is for the
-- sessions of before, so that the update itself logs nobody out, and for those that a server of the
-- version before begins.
alter table session add column ends_at timestamptz not null default now() + interval '90 days';
