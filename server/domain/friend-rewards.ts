/** Operations of rewards for friends; the keys of their transfers name the friend. */
export const OF_FRIENDS = [
  'invite',
  'invite_level_1_reward',
  'invite_level_2_reward',
  'invite_level_3_reward',
] as const;
