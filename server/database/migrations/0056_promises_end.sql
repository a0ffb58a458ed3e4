-- Promises for friends who watch nothing end; the oldest are looked at each hour.
create index coming_reward_created_at on coming_reward (created_at);
