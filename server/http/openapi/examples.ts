import { accountExamples, type Examples } from './account-examples.ts';
import {
  exampleAd,
  exampleCancelled,
  exampleComplaints,
  exampleConfig,
  exampleMethod,
  exampleReward,
  exampleUser,
  exampleVideo,
  exampleWithdrawal,
  exampleWithdrawInfo,
} from './example-shapes.ts';

const firstPage = { page: 1, limit: 10 };
const onePage = { ...firstPage, total: 1 };
const earned = { reward: '0.0500', balance: '3.5000' };

/** An example of each call; a call without an example does not compile. */
export const examples: Examples = {
  checkIn: {
    takes: {
      tab: 'register',
      username: 'amira.k',
      email: 'amira@example.com',
      password: 'seven green lanterns',
      keep: true,
      country: 'IN',
      invite_code: 'P4HT9RZC',
    },
    gives: { userInfo: { ...exampleUser, balance: '0.0000', local_amount: '0.00' } },
  },
  ...accountExamples,
  info: { takes: {}, gives: { userInfo: exampleUser } },
  handleLoginReward: { takes: {}, gives: { rewards: [exampleReward], balance: '1.0000' } },
  getAppConfig: {
    takes: {},
    gives: exampleConfig,
  },
  rewardLogs: { takes: firstPage, gives: { list: [exampleReward], ...onePage } },
  invitedUsers: {
    takes: { ...firstPage, level: 1 },
    gives: {
      counts: { level1: 1, level2: 0, level3: 0 },
      invite_code: 'K7QM2XWD',
      invite_url: 'https://clipurse.example/newuser?invite_code=K7QM2XWD',
      release_after_videos: 3,
      list: [
        {
          username: 'jo***ez',
          level: 1,
          reward: '0.0000',
          on_its_way: '0.5700',
          videos_missing: 2,
          created_at: '2026-03-02T09:00:00.000Z',
        },
      ],
      ...onePage,
    },
  },
  claimShareReward: { takes: {}, gives: earned },
  incrementShare: { takes: {}, gives: { shares: 2 } },
  checkAndAddExtraRewards: {
    takes: {},
    gives: { extra_views: 5, remaining_today: 5, limit_today: 25, extra_shares_left: 2 },
  },
  updateFcmToken: { takes: { fcm_token: 'cX9:APA91bF-example' }, gives: {} },
  updatePushSubscription: {
    takes: {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/example',
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    gives: {},
  },
  videoList: { takes: firstPage, gives: { list: [exampleVideo], ...onePage } },
  playable: {
    takes: firstPage,
    gives: {
      list: [exampleVideo],
      ...onePage,
      remaining_today: 20,
      daily_limit: 20,
      limit_today: 20,
      extra_shares_left: 3,
      rewards_paused: false,
    },
  },
  history: {
    takes: firstPage,
    gives: {
      list: [{ ...exampleVideo, watched_at: '2026-03-02T17:00:00.000Z', reward: '0.0500' }],
      ...onePage,
      paid_today: 1,
      limit_today: 20,
      share_paid_today: false,
    },
  },
  sendProgress: {
    takes: {
      clips: [
        { id: 12, seconds: 8, ended: true },
        { id: 13, seconds: 2, ended: false },
      ],
    },
    gives: { noted: 2 },
  },
  record: { takes: { videos_id: 7 }, gives: { ...earned, remaining_today: 19 } },
  landing: {
    takes: { invite_code: 'K7QM2XWD' },
    gives: {
      inviter: { username: 'am***.k', slogan: 'Watch short videos with me and earn cash' },
      video: exampleVideo,
      watch_seconds: 5,
      register_reward: '1.0000',
      watch_reward: '0.1000',
      total: '1.1000',
      rewards_wait: false,
      watch_ticket: 'eyJuIjoiN3h2In0.c2lnbmF0dXJl',
    },
  },
  getAdList: { takes: { ...firstPage, country: 'IN' }, gives: { list: [exampleAd], ...onePage } },
  ...exampleComplaints,
  getDisplayRules: {
    takes: {},
    gives: { every_n_videos: 4, countdown_seconds: 5, skippable_after_seconds: 5 },
  },
  watchAdReward: { takes: { ad_id: 3 }, gives: earned },
  clickAdReward: { takes: { ad_id: 3 }, gives: { reward: '0.0200', balance: '3.5200' } },
  taskList: {
    takes: {},
    gives: {
      list: [
        { task: 'download_app', reward: '0.2000', completed: true },
        { task: 'notification', reward: '0.2000', completed: false },
      ],
    },
  },
  sendClaims: {
    takes: {
      claims: [
        { key: 'n-7-1', call: 'record', id: 7, earned_at: '2026-03-02T17:00:00.000Z' },
        { key: 'n-s-1', call: 'claimShareReward', id: null, earned_at: '2026-03-02T17:03:00.000Z' },
      ],
    },
    gives: {
      results: [
        { key: 'n-7-1', data: { ...earned, remaining_today: 19 } },
        { key: 'n-s-1', reason: 'already_claimed' },
      ],
    },
  },
  claimTask: { takes: { task: 'notification' }, gives: { reward: '0.2000', balance: '3.7200' } },
  wdinfo: { takes: {}, gives: { list: [exampleWithdrawInfo], change_hold_hours: 24 } },
  updateWdinfo: {
    takes: {
      country: 'IN',
      method: 'upi',
      recipient_name: 'Amira Khan',
      account: 'amira.kha@upi',
    },
    gives: { list: [exampleWithdrawInfo] },
  },
  withdrawalMethods: { takes: { country: 'IN' }, gives: { list: [exampleMethod] } },
  withdrawConfig: {
    takes: {},
    gives: {
      balance: '3.4500',
      local_amount: '287.13',
      local_currency: 'INR',
      min_amount: '1.0000',
      notification_required: false,
      email_confirmed: true,
      requirements: [{ kind: 'videos', required: 10, current: 4 }],
      pending: null,
      ...{ debt: '0.0000', hold_hours: 168, hold_days: 7, currency: 'USD' },
      pay: { currency: 'INR', rate: '83.228', rounding: '1.00' },
      account_safety: { has_way_back: true, has_passkey: false, has_withdrawn: false },
    },
  },
  withdraw: {
    takes: {
      amount: '2',
      payee: exampleWithdrawInfo,
      pay: { currency: 'INR', amount: '166.00' },
    },
    gives: { withdrawal: exampleWithdrawal, balance: '1.4500' },
  },
  cancelWithdrawal: {
    takes: { id: 5 },
    gives: { withdrawal: exampleCancelled, balance: '3.4500' },
  },
  corrections: {
    takes: firstPage,
    gives: {
      debt: '0.3000',
      list: [
        {
          id: 1,
          amount: '1.5000',
          direction: 'taken',
          reason: 'A reward was credited twice by mistake',
          created_at: '2026-03-02T09:00:00.000Z',
        },
      ],
      ...onePage,
    },
  },
  withdrawals: { takes: firstPage, gives: { list: [exampleWithdrawal], ...onePage } },
  recentWithdrawals: {
    takes: {},
    gives: {
      list: [{ username: 'am***.k', amount: '2.0000', paid_at: '2026-03-03T10:00:00.000Z' }],
    },
  },
};
