-- From where a member's next list looks for clips whose rank has risen past unseen_rank; null: from the best one.
alter table feed_position
  add column if not exists risen_rank integer,
  add column if not exists risen_id bigint;
