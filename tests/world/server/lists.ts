import type { AppConfig } from '../../../contract/app-config.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Ad, RewardLog, UserInfo, Video } from '../../../contract/shapes.ts';
import {
  type Account,
  balanceOf,
  CLIPS,
  type Entry,
  isPaid,
  unitsFor,
  WATCH_SECONDS,
} from './ledger.ts';

const media = (kind: string, id: number) => ({
  id,
  title: `${kind} ${id}`,
  url: `/media/${kind}-${id}.mp4`,
  poster: `/media/${kind}-${id}.webp`,
  duration_ms: 8_000,
  watch_seconds: WATCH_SECONDS,
});

export const clips: Video[] = Array.from({ length: CLIPS }, (_, index) => ({
  ...media('clip', index + 1),
  ...{ author: 'somebody', width: 360, height: 640 },
  reward: formatMoney(unitsFor('record', index + 1)),
}));

export const adsFor = (account: Account | null, day: string): Ad[] =>
  [1, 2].map((id) => ({
    ...media('ad', id),
    ...{ advertiser: 'Shop', target_url: 'https://shop.example/', cta: 'Learn more' },
    watch_reward: formatMoney(unitsFor('watchAdReward', id)),
    click_reward: formatMoney(unitsFor('clickAdReward', id)),
    watched_today: account !== null && isPaid(account, 'watchAdReward', id, day),
    clicked_today: account !== null && isPaid(account, 'clickAdReward', id, day),
  }));

export const userOf = (account: Account, token: string): UserInfo => ({
  ...{ id: account.id, username: account.name, email: `${account.name}@example.com` },
  ...{ balance: balanceOf(account), local_amount: '1.00', local_currency: 'USD' },
  ...{ country: 'US', language: 'en', invite_code: `code${account.id}` },
  ...{ created_at: '2026-01-01T00:00:00.000Z', token },
});

const types: Record<Entry['call'], RewardLog['type']> = {
  record: 'video',
  watchAdReward: 'watch_ad',
  clickAdReward: 'click_ad',
  claimShareReward: 'share_reward',
  claimTask: 'download_reward',
  welcome: 'new_user_reward',
};

export const logOf = ({ id, call, paidAtMs, units, item }: Entry): RewardLog => ({
  id,
  type: types[call],
  amount: formatMoney(units),
  created_at: new Date(paidAtMs).toISOString(),
  detail: String(item ?? ''),
});

export interface Paging {
  page: number;
  limit: number;
}

export const pageOf = <Item>(all: readonly Item[], { page, limit }: Paging) => ({
  list: all.slice((page - 1) * limit, page * limit),
  ...{ page, limit, total: all.length },
});

const none = null;

export const appConfig = (dailyLimit: number): AppConfig => ({
  product_name: 'Clipurse',
  daily_video_limit: dailyLimit,
  share: { extra_views: 2, extra_times_per_day: 1 },
  rewards: {
    ...{ registration: '5.0000', invite: '1.0000', share: '0.0700' },
    ...{ download_app: '0.2100', notification: '0.2200' },
  },
  commission_rates: ['0.07', '0.03', '0.01'],
  min_withdrawal: '1.0000',
  marketing: {
    ...{ users_rewarded: none, rating: none, ratings: none },
    ...{ downloads: none, age_rating: none, withdrawal_time: none },
  },
  ...{ push: none, web_push: none, trace_url: none, country: 'US' },
});
