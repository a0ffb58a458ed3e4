import type { AppUpdateNews } from '../../machines/app-update.machine.ts';
import type { AuthNews } from '../../machines/auth.setup.ts';
import type { DailyShareNews } from '../../machines/daily-share.machine.ts';
import type { ErrandNews } from '../../machines/errand.machine.ts';
import type { FeedNews } from '../../machines/feed.setup.ts';
import type { LocaleNews } from '../../machines/locale.machine.ts';
import type { OutboxNews } from '../../machines/outbox.machine.ts';
import type { PushNews } from '../../machines/push.setup.ts';
import type { ShareNews } from '../../machines/share.machine.ts';
import type { TaskNews } from '../../machines/task.machine.ts';
import type { WithdrawInfoNews } from '../../machines/withdraw-info.machine.ts';
import type { WithdrawalNews } from '../../machines/withdrawal.setup.ts';

/** Everything that a machine may tell the others. */
export type News =
  | AppUpdateNews
  | AuthNews
  | DailyShareNews
  | ErrandNews
  | FeedNews
  | LocaleNews
  | OutboxNews
  | PushNews
  | ShareNews
  | TaskNews
  | WithdrawInfoNews
  | WithdrawalNews
  /** a screen is looked at (again) */
  | { type: 'screen.opened'; path: string }
  /** a UTC day: what is counted by days is counted anew */
  | { type: 'day.began' };

export interface NewsDesk {
  publish(news: News): void;
  /** @returns the way out */
  subscribe(listener: (news: News) => void): () => void;
}

/** Where machines' news meets those who listen; nobody knows anybody else. */
export function createNewsDesk(): NewsDesk {
  const listeners = new Set<(news: News) => void>();
  return {
    publish: (news) => {
      for (const listener of [...listeners]) listener(news);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
