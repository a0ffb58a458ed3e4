-- version 2
--
-- Erases the files of batches, which name people and their accounts, once nothing of them is under way: of
-- batches that were cancelled or name somebody whose account is erased at once, of others when they were made
-- before p_before (null: of no others).
create or replace function erase_batches(p_now timestamptz, p_before timestamptz)
returns void language plpgsql set enable_seqscan = off as $$
declare
  batch record;
begin
  for batch in
    select batch_id, cancelled_at is not null or created_at < p_before as is_due from payout_batch
    where erased_at is null
  loop
    if not exists (select from withdrawal where batch_id = batch.batch_id and step = 'processing') and (
      batch.is_due
      or exists (select from withdrawal where batch_id = batch.batch_id and account_key = '')
    ) then
      update payout_batch set content = '', erased_at = p_now where batch_id = batch.batch_id;
    end if;
  end loop;
end $$;
