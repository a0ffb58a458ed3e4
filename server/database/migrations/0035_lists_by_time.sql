-- An operator lists what happened between two days: each list finds its page by time, and the sum of
-- withdrawals is read from the index alone.
create index withdrawal_created_at on withdrawal (created_at, withdrawal_id) include (status, amount);
create index payout_batch_created_at on payout_batch (created_at, batch_id);
create index audit_at on audit (at, audit_id);
create index audit_action on audit (action, audit_id);
create index video_created_at on video (created_at, video_id);
create index ad_created_at on ad (created_at, ad_id);
create index outbox_dead_failed_at on outbox_dead (failed_at, dead_id);
