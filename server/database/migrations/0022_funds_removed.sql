-- Money that is taken out again, or was recorded by mistake, is a deposit of less than 0.
alter table funding_deposit drop constraint funding_deposit_amount_check;
alter table funding_deposit add constraint funding_deposit_amount_check check (amount <> 0);
