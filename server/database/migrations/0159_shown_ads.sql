-- A page of advertisements reads those that are shown, however many an operator has taken off.
create index if not exists ad_shown on ad (ad_id) where disabled_at is null;
