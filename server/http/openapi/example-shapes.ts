import type { AppConfig } from '../../../contract/app-config.ts';
import type { OpenSession } from '../../../contract/session.calls.ts';
import type {
  Ad,
  RewardLog,
  UserInfo,
  Video,
  Withdrawal,
  WithdrawalMethod,
  WithdrawInfo,
} from '../../../contract/shapes.ts';
import type { Statement } from '../../../contract/statement.calls.ts';

// one plausible object of each type, for the examples of the calls

export const exampleUser: UserInfo = {
  id: 42,
  username: 'amira.k',
  email: 'amira@example.com',
  balance: '3.4500',
  local_amount: '287.13',
  local_currency: 'INR',
  country: 'IN',
  language: 'en',
  invite_code: 'K7QM2XWD',
  created_at: '2026-03-01T08:30:00.000Z',
  token: 'q1c4b0Jt7xVYw2mZr8n5Gd3kLs6hPf9uEaToXiRyCvM',
};

export const exampleSession: OpenSession = {
  session: '5b0cf4a1d27e98360f4c11d9be6a7032',
  browser: 'Chrome',
  system: 'Android',
  country: 'IN',
  created_at: '2026-03-01T08:30:00.000Z',
  seen_at: '2026-03-02T17:00:00.000Z',
  here: true,
};

export const exampleVideo: Video = {
  id: 7,
  title: 'A thousand small wishes',
  author: 'mei.lin',
  url: '/media/clips/lanterns.mp4',
  poster: '/media/clips/lanterns.webp',
  width: 540,
  height: 960,
  duration_ms: 12_000,
  watch_seconds: 5,
  reward: '0.0500',
};

export const exampleAd: Ad = {
  id: 3,
  title: 'Tea from the hills',
  advertiser: 'Nilgiri Leaves',
  url: '/media/ads/tea.mp4',
  poster: '/media/ads/tea.webp',
  target_url: 'https://tea.example/offer',
  cta: 'Taste it',
  duration_ms: 10_000,
  watch_seconds: 5,
  watch_reward: '0.0500',
  click_reward: '0.0200',
  watched_today: false,
  clicked_today: false,
};

export const exampleReward: RewardLog = {
  id: 1,
  type: 'new_user_reward',
  amount: '1.0000',
  created_at: '2026-03-01T08:30:04.000Z',
  detail: '',
};

export const exampleWithdrawInfo: WithdrawInfo = {
  country: 'IN',
  method: 'upi',
  account_type: 'upi_id',
  recipient_name: 'Amira Khan',
  account: 'am*******@upi',
  version: 'sX5dGfIlAfHe2Xz1C0ftLr0bS9cPu0dlqB6qqxP1Vzk',
};

export const exampleMethod: WithdrawalMethod = {
  method: 'upi',
  name: 'UPI',
  account_type: 'upi_id',
  countries: ['IN'],
  account_pattern: '^[\\w.-]{2,64}@[A-Za-z]{2,32}$',
  account_hint: 'name@bank',
  currency: 'INR',
};

export const exampleWithdrawal: Withdrawal = {
  id: 5,
  amount: '2.0000',
  local_amount: '166.45',
  local_currency: 'INR',
  method: 'upi',
  account: 'am*******@upi',
  recipient_name: 'Amira Khan',
  status: 'pending',
  reason: null,
  created_at: '2026-03-02T17:05:00.000Z',
  settled_at: null,
  step: 'in_review',
  steps: [
    { step: 'pending', at: '2026-03-02T17:05:00.000Z' },
    { step: 'in_review', at: '2026-03-02T17:06:00.000Z' },
  ],
  review_due_at: '2026-03-05T17:06:00.000Z',
  held_until: '2026-03-09T17:05:00.000Z',
  repaid: '0.0000',
  cancelled: false,
  currency: 'USD',
  pay: { currency: 'INR', amount: '166.00', rate: '83.228' },
};

export const exampleCancelled: Withdrawal = {
  ...exampleWithdrawal,
  status: 'rejected',
  reason: 'Cancelled by the person who asked for it',
  settled_at: '2026-03-02T18:00:00.000Z',
  step: 'rejected',
  steps: [
    { step: 'pending', at: '2026-03-02T17:05:00.000Z' },
    { step: 'rejected', at: '2026-03-02T18:00:00.000Z' },
  ],
  review_due_at: null,
  cancelled: true,
};

export const exampleFile = {
  name: 'my-data-2026-03-02.csv',
  text: 'number,time,what,from,to,amount,detail\r\n',
};

const worth = (amount: string, local_amount: string) => ({ amount, local_amount });
const none = worth('0.0000', '0.00');
const exampleMonth = {
  earned: worth('6.4500', '536.82'),
  earned_by: [
    { type: 'new_user_reward' as const, ...worth('1.0000', '83.23') },
    { type: 'video' as const, ...worth('5.4500', '453.59') },
  ],
  taken: none,
  paid_out: worth('3.0000', '249.00'),
  returned: none,
  arrived: [{ currency: 'INR', amount: '249.00' }],
  balance_at_end: worth('3.4500', '287.13'),
  held_at_end: none,
  owed_at_end: none,
};
export const exampleStatement: Statement = {
  year: 2026,
  years: [2026],
  currency: 'USD',
  local_currency: 'INR',
  whole_year: exampleMonth,
  months: [{ month: '2026-03', ...exampleMonth }],
  file: {
    name: 'statement-2026.csv',
    text: 'month,what,amount,currency,local_amount,local_currency\r\n',
  },
};

export const exampleConfig: AppConfig = {
  product_name: 'Clipurse',
  debug_pages: false,
  daily_video_limit: 20,
  share: { extra_views: 5, extra_times_per_day: 3 },
  rewards: {
    registration: '1.0000',
    invite: '0.5000',
    share: '0.0500',
    download_app: '0.2000',
    notification: '0.2000',
  },
  commission_rates: ['0.07', '0.03', '0.01'],
  min_withdrawal: '1.0000',
  process_days: 3,
  release_after_videos: 3,
  promise_days: 90,
  break_after_minutes: 30,
  rewards_paused: false,
  marketing: {
    users_rewarded: '500,000',
    rating: '4.5',
    ratings: '10K+',
    downloads: '1M+',
    age_rating: 'E',
    withdrawal_time: '24 hours',
    demo: false,
  },
  push: null,
  web_push: {
    vapid_key:
      'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  },
  pages: [{ page: 'terms', version: 2 }],
  minimum_age: 18,
  registration_closed: false,
  support_contact: 'help@clipurse.example',
  trace_url: null,
  country: 'IN',
};

const objection = {
  text: 'I watched all of these clips myself.',
  status: 'open' as const,
  created_at: '2026-03-02T09:30:00.000Z',
  decide_at: '2026-03-05T09:30:00.000Z',
  decided_at: null,
  answer: null,
};

export const exampleComplaints = {
  sendReport: { takes: { kind: 'clip', id: 12, reason: 'misleading' }, gives: {} },
  object: {
    takes: { kind: 'correction', id: 4, text: objection.text },
    gives: { objection },
  },
  objectToBlock: {
    takes: { username: 'amira.k', password: 'river-tile-93', text: 'I have one account only.' },
    gives: {},
  },
} as const;
