/** Operations of rewards for friends; the keys of their transfers name the friend. */
export const FRIEND_REWARD_OPS = [
  'invite',
  'invite_level_1_reward',
  'invite_level_2_reward',
  'invite_level_3_reward',
] as const;
