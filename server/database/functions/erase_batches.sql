-- version 3
--
-- Erases the files of payout batches, which name users and their accounts, once no payment in them is in process: at
-- once if the batch is cancelled or has a request of a deleted account, else if it was created before p_before (null:
-- never).
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
