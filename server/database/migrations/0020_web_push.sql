-- A device is reached by a token of FCM's or by its browser's own push service, never by both:
-- {"endpoint", "p256dh", "auth"} of its subscription.
alter table session add column web_push jsonb;
alter table session add constraint session_one_address
  check (fcm_token is null or web_push is null);
create index session_web_push on session using hash ((web_push ->> 'endpoint'))
  where web_push is not null;
drop index session_with_push;
create index session_with_push on session (token_hash)
  where fcm_token is not null or web_push is not null;

-- Web push needs nothing to be set up: messages are always sent.
drop table push_switch;
