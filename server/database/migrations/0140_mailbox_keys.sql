-- All spellings of one mailbox are one payout account: the next start gives these their keys, by the
-- rules of the providers. A lock's row is made again by whoever needs it.
update payout_info set account_key = null
where account_key ~ '^(email|wallet_id):.*@(gmail|googlemail|hotmail|icloud|live|me|msn|outlook|passport|rocketmail|ya|yahoo|yandex|ymail)[.]';
update withdrawal set account_key = null
where account_key ~ '^(email|wallet_id):.*@(gmail|googlemail|hotmail|icloud|live|me|msn|outlook|passport|rocketmail|ya|yahoo|yandex|ymail)[.]';
delete from payout_account
where account_key ~ '^(email|wallet_id):.*@(gmail|googlemail|hotmail|icloud|live|me|msn|outlook|passport|rocketmail|ya|yahoo|yandex|ymail)[.]';
