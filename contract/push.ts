/** What a push message can be about; it comes as `data.kind`. */
export const pushKinds = [
  'withdrawal_paid',
  'withdrawal_rejected',
  'friend_joined',
  'daily_limit',
] as const;
export type PushKind = (typeof pushKinds)[number];
