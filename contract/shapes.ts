import * as v from 'valibot';
import { count, country, currency, id, language, money, time } from './values.ts';

// only types: the schemas of withdrawals have a separate module, so that the first load does not fetch them
export type {
  AccountType,
  Withdrawal,
  WithdrawalMethod,
  WithdrawalStep,
  WithdrawInfo,
} from './withdrawal-shapes.ts';

/** Account of the member: the name to address them by, their balance and an estimate in their currency. */
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
  /** operator's pages that are new to this user, in the form of `agree`; not given: none */
  to_agree: v.optional(v.string()),
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

/** the file at `url` first, then smaller ones; not given where `url` is the only file */
const sources = v.optional(v.array(source));

/** Captions of a clip in one language. */
const caption = v.object({
  language: v.string(),
  /** a WebVTT file */
  url: v.string(),
});
export type Caption = v.InferOutput<typeof caption>;

export const video = v.object({
  id,
  title: v.string(),
  author: v.string(),
  /** to be fetched unchanged: in a member's list, its query names the member */
  url: v.string(),
  poster: v.string(),
  width: count,
  height: count,
  duration_ms: count,
  /** seconds to watch before `record` is accepted */
  watch_seconds: count,
  reward: money,
  sources,
  /** not given where there are none */
  captions: v.optional(v.array(caption)),
  /** licence of the clip, such as CC BY 4.0; not given where it is unknown */
  licence: v.optional(v.string()),
  /** address of the author's own publication */
  source_address: v.optional(v.string()),
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
  /** subject of the reward: a clip's title, a masked friend; empty where the type is enough */
  detail: v.string(),
});
export type RewardLog = v.InferOutput<typeof rewardLog>;

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
