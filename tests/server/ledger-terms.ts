import { formatMoney } from '../../contract/money.ts';

/** The settings that the domain and its model share. */
export const TERMS = {
  clips: [
    { seconds: 5, reward: 500n },
    { seconds: 3, reward: 1_234n },
    { seconds: 8, reward: 1n },
    { seconds: 0, reward: 777n },
    { seconds: 5, reward: 0n },
  ],
  dailyLimit: 3,
  lateDays: 3,
  /** claims of past days that are paid on one day of arrival */
  lateLimit: 2,
  burstSeconds: 12,
  extraViews: 1,
  extraTimes: 1,
  registration: 12_345n,
  invite: 501n,
  share: 333n,
  task: 4_999n,
  minWithdrawal: 10_000n,
  /** percent */
  commissions: [7n, 3n, 1n],
  /** clips that a friend must watch before the inviters are rewarded */
  releaseAfter: 2,
} as const;

/** The same settings for the product. */
export const SETTINGS = {
  'video.daily_limit': String(TERMS.dailyLimit),
  'claim.late_days': String(TERMS.lateDays),
  'claim.late_limit': String(TERMS.lateLimit),
  'claim.burst_seconds': String(TERMS.burstSeconds),
  'share.extra_views': String(TERMS.extraViews),
  'share.extra_times_per_day': String(TERMS.extraTimes),
  'reward.registration': formatMoney(TERMS.registration),
  'reward.invite': formatMoney(TERMS.invite),
  'reward.share': formatMoney(TERMS.share),
  'reward.download_app': formatMoney(TERMS.task),
  'withdraw.min_amount': formatMoney(TERMS.minWithdrawal),
  'invite.release_after_videos': String(TERMS.releaseAfter),
};
