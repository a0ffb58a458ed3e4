-- What arrives for a request of a method that pays in its own currency: `pay_amount` in the smallest unit of
-- `pay_currency`, by the rate of the moment at which it was requested. Null: `amount` arrives as it is.
alter table withdrawal
  add column pay_currency text check (pay_currency ~ '^[A-Z]{3}$'),
  add column pay_amount bigint check (pay_amount > 0),
  add column pay_rate text,
  add constraint withdrawal_pay check (num_nulls(pay_currency, pay_amount, pay_rate) in (0, 3));
