-- What people of one language read in the place of an operator's text: by the text's column, then by
-- the language's tag; of a setting by the tag alone.
alter table video add column if not exists texts jsonb not null default '{}';
alter table ad add column if not exists texts jsonb not null default '{}';
alter table payout_method add column if not exists texts jsonb not null default '{}';
alter table setting add column if not exists texts jsonb not null default '{}';
