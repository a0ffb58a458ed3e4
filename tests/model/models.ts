import type { Model } from './model.ts';
import { advertised, feedWithAds } from './models.ads.ts';
import { debugCall, errand } from './models.debug.ts';
import { feedOverDays } from './models.limit.ts';
import { outbox, withdrawInfo, withdrawing } from './models.money.ts';
import { appUpdate, auth, install, list, locale, task, theme } from './models.person.ts';
import { push } from './models.push.ts';
import { dailyShare, feed, landing, share, ticker, watching } from './models.watch.ts';

/** Every machine of the product; one that needs several beginnings is walked from each. */
export const models: Record<string, Model[]> = {
  auth: [auth],
  outbox: [outbox],
  list: [list],
  theme: [
    theme(null, 'light'),
    theme(null, 'dark'),
    theme('dark', 'light'),
    theme('light', 'dark'),
  ],
  locale: [locale],
  withdrawInfo: [withdrawInfo],
  withdrawal: [withdrawing],
  feed: [feed, feedWithAds, feedOverDays],
  ad: [
    advertised('open'),
    advertised('visitor'),
    advertised('alreadyRewarded'),
    advertised('limitReached'),
  ],
  video: [watching('unknown', false), watching('open', true)],
  install: [install(false), install(true)],
  appUpdate: [appUpdate],
  task: [task('notification', false), task('notification', true), task('download_app', false)],
  landing: [landing],
  share: [share],
  push: [push],
  ticker: [ticker],
  dailyShare: [dailyShare(null), dailyShare('2026-01-02')],
  debugCall: [debugCall],
  errand: [errand],
};
