-- The key that makes two payout accounts the same is that of the parsed account, which only the server
-- can read: its next start fills it in. The one of before took the last nine digits of a phone, which
-- strangers may share.
alter table payout_info drop column account_key;
alter table payout_info add column account_key text;
create index payout_info_account on payout_info (account_key);

alter table withdrawal drop column account_key;
alter table withdrawal add column account_key text;
create index withdrawal_account on withdrawal (account_key);

-- What an account of a method is, finer than its type; null: what the type says.
alter table payout_method add column account_kind text check (
  account_kind in ('card', 'email', 'iban', 'phone', 'pix', 'text', 'tron', 'upi', 'username')
);
update payout_method set account_kind = 'pix' where method = 'pix' and account_type = 'wallet_id';
update payout_method set account_kind = 'tron'
where method = 'usdt_trc20' and account_type = 'wallet_id';
