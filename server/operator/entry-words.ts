import type { RewardType } from '../../contract/shapes.ts';

const REWARDS: Readonly<Record<RewardType, string>> = {
  video: 'clip watched',
  watch_ad: 'advertisement watched',
  click_ad: 'advertisement followed',
  invite: 'friend invited',
  invite_level_1_reward: 'commission of level 1',
  invite_level_2_reward: 'commission of level 2',
  invite_level_3_reward: 'commission of level 3',
  new_user_reward: 'registration',
  share_reward: 'first share of the day',
  notification_reward: 'notifications turned on',
  download_reward: 'app installed',
};

const OTHERS: Readonly<Record<string, string>> = {
  withdrawal_held: 'withdrawal requested',
  withdrawal_paid: 'withdrawal paid',
  withdrawal_returned: 'withdrawal given back',
  withdrawal_failed: 'withdrawal that could not be paid',
  payout_returned: 'payment that came back',
  correction_owed: 'correction',
  debt_repaid: 'earlier correction',
  account_deleted: 'account deleted',
};

const WORDS = new Map<string, string>(Object.entries({ ...REWARDS, ...OTHERS }));

/** Purpose of a ledger entry, or of a pending reward, in words for an operator. */
export const entryInWords = (op: string): string => WORDS.get(op) ?? op;
