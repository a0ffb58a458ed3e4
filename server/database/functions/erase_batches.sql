-- version 1
--
-- Erases the files of batches, which name people and their accounts, once nothing of them is under way: of
-- batches that were cancelled or name somebody whose account is erased at once, of others when they were made
-- before p_before (null: of no others).
create or replace function erase_batches(p_now timestamptz, p_before timestamptz)
returns void language sql set enable_seqscan = off as $$
  update payout_batch set content = '', erased_at = p_now
  where erased_at is null and not exists (
    select from withdrawal where batch_id = payout_batch.batch_id and step = 'processing'
  ) and (
    cancelled_at is not null or created_at < p_before
    or exists (select from withdrawal where batch_id = payout_batch.batch_id and account_key = '')
  )
$$;
