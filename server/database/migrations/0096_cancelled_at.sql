-- A letter asks which batch a request was taken out of: the one that was cancelled at that moment.
create index if not exists payout_batch_cancelled_at on payout_batch (cancelled_at)
  where cancelled_at is not null;
