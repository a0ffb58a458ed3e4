import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { isClosedIn } from './consent.ts';
import type { Handler } from './context.ts';
import { areRewardsPaused } from './funding.ts';
import { currentVersions } from './operator-pages/texts.ts';

/** Text settings are empty when they are not set. */
const orNull = (text: string) => (text === '' ? null : text);

export const getAppConfig: Handler<typeof calls.getAppConfig> = async ({
  db,
  settings,
  site,
  visitor,
}) => ({
  pages: await currentVersions(db),
  minimum_age: settings.get('product.minimum_age'),
  registration_closed: isClosedIn({ settings }, visitor.country),
  product_name: settings.textIn('product.name', visitor.language),
  debug_pages: settings.get('debug.pages'),
  daily_video_limit: settings.get('video.daily_limit'),
  share: {
    extra_views: settings.get('share.extra_views'),
    extra_times_per_day: settings.get('share.extra_times_per_day'),
  },
  rewards: {
    registration: formatMoney(settings.get('reward.registration')),
    invite: formatMoney(settings.get('reward.invite')),
    share: formatMoney(settings.get('reward.share')),
    download_app: formatMoney(settings.get('reward.download_app')),
    notification: formatMoney(settings.get('reward.notification')),
  },
  commission_rates: [
    settings.get('invite.level_1'),
    settings.get('invite.level_2'),
    settings.get('invite.level_3'),
  ],
  min_withdrawal: formatMoney(settings.get('withdraw.min_amount')),
  process_days: settings.get('withdraw.process_days'),
  release_after_videos: settings.get('invite.release_after_videos'),
  promise_days: settings.get('invite.promise_days'),
  break_after_minutes: settings.get('feed.break_after_minutes'),
  rewards_paused: await areRewardsPaused(db, settings.get('video.reward')),
  support_contact: orNull(settings.textIn('support.contact', visitor.language)),
  marketing: {
    users_rewarded: orNull(settings.get('marketing.users_rewarded')),
    rating: orNull(settings.get('marketing.rating')),
    ratings: orNull(settings.get('marketing.ratings')),
    downloads: orNull(settings.get('marketing.downloads')),
    age_rating: orNull(settings.get('marketing.age_rating')),
    withdrawal_time: orNull(settings.get('marketing.withdrawal_time')),
    demo: settings.hasDemoFigures,
  },
  reset_by_mail: site.mails,
  push: site.push,
  web_push: site.push === null ? { vapid_key: site.webPush.vapidKey } : null,
  trace_url: orNull(settings.get('country.trace_url')),
  country: visitor.country,
});
