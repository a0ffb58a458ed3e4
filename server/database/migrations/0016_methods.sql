-- A method that is offered no more; who has chosen it is still paid by it.
alter table payout_method add column disabled_at timestamptz;
