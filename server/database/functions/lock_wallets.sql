-- version 1
--
-- Locks the wallets of some people, in the one order in which everybody does who settles many: a settlement
-- may free funds, and all others take the funds' row with a wallet in hand. Each wallet may lie on another
-- machine: so it goes from person to person.
create or replace function lock_wallets(p_user_ids bigint[]) returns void language plpgsql as $$
declare
  next_id bigint;
begin
  for next_id in select distinct id from unnest(p_user_ids) as id order by id loop
    perform 1 from wallet where user_id = next_id for update;
  end loop;
end $$;
