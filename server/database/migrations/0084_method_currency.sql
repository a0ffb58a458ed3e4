-- When a setting was last changed: a rate that is too old pays nobody. Null: by a version that did not keep it.
alter table setting add column changed_at timestamptz;

-- In which currency a method pays; null: in the product's. `rounding` is the smallest step of what it pays, in the
-- smallest unit of its currency.
alter table payout_method
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  add column rounding bigint check (rounding > 0),
  add constraint payout_method_rounding check ((currency is null) = (rounding is null));
