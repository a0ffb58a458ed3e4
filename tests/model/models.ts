import type { Model } from './model.ts';
import { outbox, withdrawInfo, withdrawing } from './models.money.ts';
import { auth, install, list, locale, task, theme } from './models.person.ts';
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
  feed: [feed],
  video: [watching('unknown', false), watching('open', true)],
  install: [install(false), install(true)],
  task: [task('notification', false), task('notification', true), task('download_app', false)],
  landing: [landing],
  share: [share],
  ticker: [ticker],
  dailyShare: [dailyShare(null), dailyShare('2026-01-02')],
};
