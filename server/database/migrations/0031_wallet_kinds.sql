-- Wallets of Bitcoin and of Ethereum-like chains have check sums too.
alter table payout_method drop constraint payout_method_account_kind_check;
alter table payout_method add constraint payout_method_account_kind_check check (
  account_kind in (
    'bitcoin', 'card', 'email', 'evm', 'iban', 'phone', 'pix', 'text', 'tron', 'upi', 'username'
  )
);
