import * as v from 'valibot';
import { count, country, currency, id, language, money, time } from './values.ts';

// the schemas are of a module of their own: those of the first load are fetched without them
export type {
  AccountType,
  Withdrawal,
  WithdrawalMethod,
  WithdrawalStep,
  WithdrawInfo,
} from './withdrawal-shapes.ts';

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
  /** pages of the operator that are new to this person, as `agree` takes them; not given: none are */
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

/** the file at `url` first, then smaller ones; left out where there is no other */
const sources = v.optional(v.array(source));

/** Words for whoever cannot hear a clip, in one language. */
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
  /** asked for as it is: in a list of somebody who is logged in its query says whose list it is */
  url: v.string(),
  poster: v.string(),
  width: count,
  height: count,
  duration_ms: count,
  /** seconds to watch before `record` is accepted */
  watch_seconds: count,
  reward: money,
  sources,
  /** left out where there are none */
  captions: v.optional(v.array(caption)),
  /** by which it is shown, such as CC BY 4.0; left out where nothing is said of it */
  licence: v.optional(v.string()),
  /** where its author has published it */
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
  /** what it was for: a clip's title, a masked friend; empty where the type says it all */
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
