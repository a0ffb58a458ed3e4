-- A user's newest friends of whatever level: without it a popular inviter's whole list is sorted for
-- each page of it.
create index friend_newest_of_all on friend (user_id, created_at desc, friend_id desc);
