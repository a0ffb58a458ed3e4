-- How the two keys of an account are folded. 1: by compatibility form and small letters, as before;
-- 2: by full case folding, which only the server can do: its next start does it for the accounts with
-- other letters than ASCII's, whose keys may change. 3: as 1, for good, because another account has a
-- key that would follow. A server of the version before still writes keys of the first kind.
alter table account add column key_folding smallint not null default 2 check (key_folding in (1, 2, 3));
update account set key_folding = 1 where username_key ~ '[^\x01-\x7f]' or email_key ~ '[^\x01-\x7f]';
alter table account alter column key_folding set default 1;
create index account_key_folding on account (user_id) where key_folding <> 2;

-- The skeletons of a user name (UTS 39): names that look alike share one. null: not yet known.
alter table account add column username_skeletons text[];
create index account_skeletons on account using gin (username_skeletons);
create index account_without_skeletons on account (user_id) where username_skeletons is null;

-- The accounts of payments by e-mail and by user name are compared so too.
update payout_info set account_key = null
where account_type in ('email', 'username') and account_key ~ '[^\x01-\x7f]';
update withdrawal set account_key = null
where account_type in ('email', 'username') and account_key ~ '[^\x01-\x7f]';
