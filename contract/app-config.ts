import * as v from 'valibot';
import { operatorPages } from './operator-pages.ts';
import { count, country, money } from './values.ts';

const marketing = v.object({
  users_rewarded: v.nullable(v.string()),
  rating: v.nullable(v.string()),
  ratings: v.nullable(v.string()),
  downloads: v.nullable(v.string()),
  age_rating: v.nullable(v.string()),
  withdrawal_time: v.nullable(v.string()),
  /** whether the operator has said none of it: a first start has; servers of before do not say */
  demo: v.optional(v.boolean()),
});

export const appConfig = v.object({
  product_name: v.string(),
  /** whether engineers' pages are shown; servers of before do not say, and show them */
  debug_pages: v.optional(v.boolean()),
  daily_video_limit: count,
  share: v.object({ extra_views: count, extra_times_per_day: count }),
  rewards: v.object({
    registration: money,
    invite: money,
    share: money,
    download_app: money,
    notification: money,
  }),
  /** shares of a friend's registration reward, level 1 to 3, as decimal text: `"0.07"` */
  commission_rates: v.tuple([v.string(), v.string(), v.string()]),
  min_withdrawal: money,
  /** working days within which a withdrawal is processed; servers of before do not say */
  process_days: v.optional(count),
  /** paid clips of a friend that release what the friend brings; servers of before do not say */
  release_after_videos: v.optional(count),
  /** days without a clip after which a friend brings nothing; 0: never; servers of before do not say */
  promise_days: v.optional(count),
  /** whether nothing is earned for now */
  rewards_paused: v.optional(v.boolean()),
  /** whom people may ask, as the operator writes it; null: nobody is named */
  support_contact: v.optional(v.nullable(v.string())),
  /** whether a link to a new password can be mailed; servers of before do not say, and mail none */
  reset_by_mail: v.optional(v.boolean()),
  /** minutes of watching in a row after which the app proposes a break; 0: never; servers of before do not say */
  break_after_minutes: v.optional(count),
  /** the operator's pages that can be read, and their versions; servers of before have none */
  pages: v.optional(v.array(v.object({ page: v.picklist(operatorPages), version: count }))),
  /** years that people state to have before they register; 0: nothing; servers of before do not ask */
  minimum_age: v.optional(count),
  /** whether nobody can register from where the request comes; servers of before do not say */
  registration_closed: v.optional(v.boolean()),
  marketing,
  push: v.nullable(v.object({ firebase: v.record(v.string(), v.string()), vapid_key: v.string() })),
  /** push without Firebase, by the browser's own push service; null: where Firebase is set up */
  web_push: v.optional(v.nullable(v.object({ vapid_key: v.string() }))),
  /** a trace text with a `loc=` line; null: `country` below is the server's own answer */
  trace_url: v.nullable(v.string()),
  country: v.nullable(country),
});
export type AppConfig = v.InferOutput<typeof appConfig>;
