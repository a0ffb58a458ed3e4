import * as v from 'valibot';
import { count, country, currency, id, language, money, time } from './values.ts';

/** The word a person is addressed by, their balance and an estimate in their currency. */
export const userInfo = v.object({
  id,
  username: v.string(),
  email: v.string(),
  balance: money,
  local_amount: v.string(),
  local_currency: currency,
  country: v.nullable(country),
  language: v.nullable(language),
  invite_code: v.string(),
  created_at: time,
  token: v.string(),
});
export type UserInfo = v.InferOutput<typeof userInfo>;

/** One of several files that show the same clip. */
const source = v.object({
  url: v.string(),
  /** MIME type with its codecs, as `canPlayType` and `decodingInfo` take it */
  type: v.string(),
  width: count,
  height: count,
  bytes: count,
});
export type Source = v.InferOutput<typeof source>;

/** the file at `url` first, then smaller ones; left out where there is no other */
const sources = v.optional(v.array(source));

export const video = v.object({
  id,
  title: v.string(),
  author: v.string(),
  url: v.string(),
  poster: v.string(),
  width: count,
  height: count,
  duration_ms: count,
  /** seconds to watch before `record` is accepted */
  watch_seconds: count,
  reward: money,
  sources,
});
export type Video = v.InferOutput<typeof video>;

export const ad = v.object({
  id,
  title: v.string(),
  advertiser: v.string(),
  url: v.string(),
  poster: v.string(),
  target_url: v.string(),
  cta: v.string(),
  duration_ms: count,
  watch_seconds: count,
  watch_reward: money,
  click_reward: money,
  watched_today: v.boolean(),
  clicked_today: v.boolean(),
  sources,
});
export type Ad = v.InferOutput<typeof ad>;

export const rewardTypes = [
  'watch_ad',
  'click_ad',
  'video',
  'invite',
  'new_user_reward',
  'invite_level_1_reward',
  'invite_level_2_reward',
  'invite_level_3_reward',
  'notification_reward',
  'share_reward',
  'download_reward',
] as const;
export type RewardType = (typeof rewardTypes)[number];

export const rewardLog = v.object({
  id,
  type: v.picklist(rewardTypes),
  amount: money,
  created_at: time,
  /** what it was for: a clip's title, a masked friend; empty where the type says it all */
  detail: v.string(),
});
export type RewardLog = v.InferOutput<typeof rewardLog>;

export const accountTypes = [
  'bank_card',
  'email',
  'phone',
  'username',
  'upi_id',
  'wallet_id',
] as const;
const accountType = v.picklist(accountTypes);
export type AccountType = (typeof accountTypes)[number];

/** The longest that each may be, in UTF-16 units, as a field's `maxlength` counts them. */
export const payeeLengths = { recipient_name: 120, account: 254 } as const;

export const withdrawInfo = v.object({
  country,
  method: v.string(),
  account_type: accountType,
  recipient_name: v.string(),
  /** masked: the first 2 and the last 4 characters of a long one, never more than half */
  account: v.string(),
  /** names all that is stored, the whole account too; servers of before do not say */
  version: v.optional(v.pipe(v.string(), v.maxLength(64))),
});
export type WithdrawInfo = v.InferOutput<typeof withdrawInfo>;

export const withdrawalMethod = v.object({
  method: v.string(),
  name: v.string(),
  account_type: accountType,
  countries: v.array(country),
  /** source of a regular expression (flag `u`, anchored) that an account must match */
  account_pattern: v.string(),
  account_hint: v.string(),
});
export type WithdrawalMethod = v.InferOutput<typeof withdrawalMethod>;

export const withdrawalStatuses = ['pending', 'paid', 'rejected'] as const;
/** Where a withdrawal stands, finer than its status. */
export const withdrawalSteps = [
  'pending',
  'in_review',
  'processing',
  'paid',
  'failed',
  'returned',
  'rejected',
] as const;
const withdrawalStep = v.picklist(withdrawalSteps);
export type WithdrawalStep = (typeof withdrawalSteps)[number];

export const withdrawal = v.object({
  id,
  amount: money,
  local_amount: v.string(),
  local_currency: currency,
  method: v.string(),
  account: v.string(),
  recipient_name: v.string(),
  status: v.picklist(withdrawalStatuses),
  /** why it was rejected, has failed or was returned */
  reason: v.nullable(v.string()),
  created_at: time,
  settled_at: v.nullable(time),
  /** where it stands, and how it came there, the oldest first; servers of before do not say */
  step: v.optional(withdrawalStep),
  steps: v.optional(v.array(v.object({ step: withdrawalStep, at: time }))),
  /** until when a request in review is decided */
  review_due_at: v.optional(v.nullable(time)),
  /** what of an amount that came back went to a debt; servers of before do not say */
  repaid: v.optional(money),
});
export type Withdrawal = v.InferOutput<typeof withdrawal>;

export const requirementKinds = [
  'invites',
  'videos',
  'ads_viewed',
  'ads_clicked',
  'shares',
] as const;
export const requirement = v.object({
  kind: v.picklist(requirementKinds),
  required: count,
  current: count,
});
export type Requirement = v.InferOutput<typeof requirement>;
export type RequirementKind = Requirement['kind'];

export const tasks = ['download_app', 'notification'] as const;
