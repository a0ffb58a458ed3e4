-- version 2
--
-- Locks the wallets of several users, in the order that every settlement of several requests uses: a settlement may
-- free funds, and all other transactions lock the funds' row after a wallet. It locks one wallet after another, as
-- each may be on another machine.
create or replace function lock_wallets(p_user_ids bigint[]) returns void language plpgsql as $$
declare
  next_id bigint;
begin
  for next_id in select distinct id from unnest(p_user_ids) as id order by id loop
    perform 1 from wallet where user_id = next_id for update;
  end loop;
end $$;
