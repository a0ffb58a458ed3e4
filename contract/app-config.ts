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
  /** whether these figures are the demo's, not the operator's; older servers do not send it */
  demo: v.optional(v.boolean()),
});

export const appConfig = v.object({
  product_name: v.string(),
  /** whether engineers' pages are shown; older servers do not send it, but show them */
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
  /** working days within which a withdrawal is processed; older servers do not send it */
  process_days: v.optional(count),
  /** paid clips of a friend that release the rewards for that friend; older servers do not send it */
  release_after_videos: v.optional(count),
  /** days without a paid clip after which the rewards for a friend are dropped; 0: never; older servers do not send it */
  promise_days: v.optional(count),
  /** whether the operator has paused all rewards */
  rewards_paused: v.optional(v.boolean()),
  /** contact for help, in the operator's words; null: none */
  support_contact: v.optional(v.nullable(v.string())),
  /** whether the server can mail a link to reset the password; older servers do not send it, and mail none */
  reset_by_mail: v.optional(v.boolean()),
  /** minutes of watching in a row after which the app proposes a break; 0: never; older servers do not send it */
  break_after_minutes: v.optional(count),
  /** the operator's published pages, with their versions; older servers send none */
  pages: v.optional(v.array(v.object({ page: v.picklist(operatorPages), version: count }))),
  /** the age that people must state to register; 0: no age is asked for; older servers do not send it */
  minimum_age: v.optional(count),
  /** whether registration is closed in the country of the request; older servers do not send it */
  registration_closed: v.optional(v.boolean()),
  marketing,
  push: v.nullable(v.object({ firebase: v.record(v.string(), v.string()), vapid_key: v.string() })),
  /** push without Firebase, by the browser's own push service; null: the server pushes by Firebase */
  web_push: v.optional(v.nullable(v.object({ vapid_key: v.string() }))),
  /** address of a trace text with a `loc=` line; null: `country` below is the server's own answer */
  trace_url: v.nullable(v.string()),
  country: v.nullable(country),
});
export type AppConfig = v.InferOutput<typeof appConfig>;
