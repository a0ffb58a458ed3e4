import type { AppConfig } from '../../contract/app-config.ts';
import type { OutputOf } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import type { UserInfo, Video, Withdrawal } from '../../contract/shapes.ts';
import { statementOf } from '../model/statement.samples.ts';
import { type Answers, failing, refusedFor } from './stand.ts';

/** As an account is shown: how long it is says nothing. */
export const covered = (account = '') => account.replace(/\*+/, '••••');

export const TOKEN = 'a-token-of-nobody';

/**
 * The facts of the world that most drivers begin with. No two are alike, so that one shown in the
 * place of another is seen.
 */
export const LONG_NAME = 'Wilhelmina_Featherstonehaugh_Ch';

export const user: UserInfo = {
  id: 4711,
  username: LONG_NAME,
  email: 'wilhelmina@example.net',
  balance: '37.4100',
  local_amount: '34.19',
  local_currency: 'EUR',
  country: 'US',
  language: 'en',
  invite_code: 'QW7RT2YX',
  created_at: '2025-11-08T21:17:03.000Z',
  token: TOKEN,
};

export const config: AppConfig = {
  product_name: 'Clipurse',
  daily_video_limit: 23,
  share: { extra_views: 6, extra_times_per_day: 4 },
  rewards: {
    registration: '1.1300',
    invite: '0.5300',
    share: '0.1700',
    download_app: '0.2900',
    notification: '0.3100',
  },
  commission_rates: ['0.11', '0.07', '0.03'],
  min_withdrawal: '5.2500',
  process_days: 6,
  release_after_videos: 9,
  rewards_paused: false,
  pages: [],
  minimum_age: 0,
  registration_closed: false,
  support_contact: 'help@example.org',
  marketing: {
    users_rewarded: '812,000',
    rating: '4.7',
    ratings: '91,300',
    downloads: '2,650,000',
    age_rating: '13+',
    withdrawal_time: '36 hours',
  },
  push: null,
  web_push: null,
  trace_url: null,
  country: 'DE',
};

/** Whom to ask, as screens say it. */
export const CONTACT = `Questions? Ask ${config.support_contact}`;
export const ASKS = `If you have no recovery codes, ask ${config.support_contact} for a link.`;

/** What a call that did not come through is said to have met. */
export const OFFLINE = 'Network error, please try again later.';
export const OUR_FAULT = 'Something went wrong on our side. Please try again.';

/** What stands in the place of all that did not come without a connection, once on a screen. */
export const NO_LINE = 'You are offline Retry';

export const payee = {
  country: 'PT',
  method: 'paypal',
  account_type: 'email',
  recipient_name: 'Maximiliana von Hohenlohe-Waldenburg',
  account: 'ma*************.net',
} as const;

const methods = [
  {
    method: 'paypal',
    name: 'PayPal',
    account_type: 'email' as const,
    countries: ['DE', 'PT'],
    account_pattern: '^[^@]+@[^@]+$',
    account_hint: 'name@example.org',
  },
];

/** What a withdrawal was of, as the server tells it. */
export const request = (changes: Partial<Withdrawal> = {}): Withdrawal => ({
  id: 77,
  amount: '12.3500',
  local_amount: '11.28',
  local_currency: 'EUR',
  method: 'paypal',
  account: 'ma*************.net',
  recipient_name: payee.recipient_name,
  status: 'pending',
  reason: null,
  created_at: '2026-03-14T11:52:00.000Z',
  settled_at: null,
  ...changes,
});

export const video = (id: number, changes: Partial<Video> = {}): Video => ({
  id,
  title: `The clip numbered ${id}`,
  author: `Author no. ${id}`,
  url: '/media/clips/aurora.mp4',
  poster: '/media/clips/aurora.webp',
  width: 540,
  height: 960,
  duration_ms: 7_000,
  watch_seconds: 2,
  reward: `0.${id}00`,
  ...changes,
});

const earned = (reward: string) => ({ reward, balance: '40.0200' });
const emptyPage = { list: [], page: 1, limit: 10, total: 0 };

const ofAccount = {
  logout: () => ({}),
  forgotPassword: () => ({}),
  makeRecoveryCodes: () => ({
    codes: ['7K2M-9QXV-0RTB-4HWZ-M3XA-11PD-S0GE', 'M3XA-11PD-S0GE-88YC-7K2M-9QXV-0RTB'],
  }),
  recoverAccount: () => ({}),
  changeEmail: () => ({}),
  agree: () => ({}),
  myEmail: () => ({ email: user.email, confirmed: true }),
  sendConfirmLink: () => ({ email: user.email, confirmed: false }),
  confirmEmail: () => ({ changed: true }),
  undoEmail: () => ({ code: '9c1b4de07f5a2386d0e41b7a58c36f92ab04d71e' }),
  resetPassword: () => ({}),
  sendProgress: () => ({ noted: 1 }),
  passkeys: () => ({ list: [] }),
  passkeyOptions: () => ({ options: '{}' }),
  addPasskey: () => ({ passkey: 'c0b1f7de92a84c5f8d3f6b5e0a1c2d34' }),
  renamePasskey: () => ({}),
  removePasskey: () => ({}),
  proofOptions: () => ({ options: null }),
  proveByPasskey: () => ({}),
  proveByPassword: () => ({}),
  changePassword: () => ({}),
  sessions: () => ({ list: [] }),
  endSession: () => ({}),
  endOtherSessions: () => ({}),
  statement: () => statementOf(2026),
  myData: () => ({ name: 'my-data-2026-03-15.json', text: '{}' }),
  deletion: () => ({ balance: '40.0200', coming: '1.5000', friends: 3, held: null }),
  deleteAccount: () => ({}),
  object: () => ({
    objection: {
      text: 'I watched them.',
      status: 'open' as const,
      created_at: '2026-03-15T12:00:00.000Z',
      decide_at: '2026-03-18T12:00:00.000Z',
      decided_at: null,
      answer: null,
    },
  }),
  objectToBlock: () => ({}),
};

/** What is said to each call where a driver says nothing else. */
export const answers = (changes: Partial<Answers> = {}): Answers => ({
  getAdList: () => emptyPage,
  getDisplayRules: () => ({ every_n_videos: 0, countdown_seconds: 5, skippable_after_seconds: 3 }),
  record: () => ({ ...earned('0.0500'), remaining_today: 8 }),
  watchAdReward: () => earned('0.0900'),
  clickAdReward: () => earned('0.0800'),
  videoList: () => ({ list: [video(11)], page: 1, limit: 10, total: 1 }),
  playable: () => ({
    list: [video(11)],
    page: 1,
    limit: 10,
    total: 1,
    remaining_today: 19,
    daily_limit: 23,
    limit_today: 23,
    extra_shares_left: 4,
  }),
  getAppConfig: () => config,
  updateFcmToken: () => ({}),
  updatePushSubscription: () => ({}),
  checkIn: () => ({ userInfo: user }),
  passkeyLoginOptions: () => ({ options: '{}' }),
  logInByPasskey: () => ({ userInfo: user }),
  sendReport: () => ({}),
  ...ofAccount,
  handleLoginReward: () => ({ rewards: [], balance: user.balance }),
  history: () => ({ ...emptyPage, paid_today: 4, limit_today: 23, share_paid_today: false }),
  rewardLogs: () => emptyPage,
  invitedUsers: () => ({
    ...emptyPage,
    counts: { level1: 0, level2: 0, level3: 0 },
    invite_code: user.invite_code,
    invite_url: `http://127.0.0.1/?invite_code=${user.invite_code}`,
  }),
  landing: () => failing(refusedFor('invalid_invite_code')),
  sendClaims: ({ claims }) => ({
    results: claims.map(({ key }) => ({ key, data: { ...earned('0.0500') } })),
  }),
  claimShareReward: () => earned('0.1700'),
  incrementShare: () => ({ shares: 2 }),
  checkAndAddExtraRewards: () => failing(refusedFor('limit_not_reached')),
  taskList: () => ({ list: [] }),
  claimTask: () => earned('0.2900'),
  info: () => ({ userInfo: user }),
  wdinfo: () => ({ list: [payee] }),
  updateWdinfo: () => ({ list: [payee] }),
  withdrawalMethods: () => ({ list: methods }),
  withdrawConfig: () => terms(),
  withdraw: () => ({ withdrawal: request(), balance: '25.0600' }),
  cancelWithdrawal: () => ({ withdrawal: request(), balance: '37.4100' }),
  withdrawals: () => emptyPage,
  corrections: () => ({ ...emptyPage, debt: '0.0000' }),
  recentWithdrawals: () => ({ list: [] }),
  ...changes,
});

export type Terms = OutputOf<typeof calls.withdrawConfig>;

export const terms = (changes: Partial<Terms> = {}): Terms => ({
  balance: user.balance,
  local_amount: user.local_amount,
  local_currency: user.local_currency,
  min_amount: '5.2500',
  notification_required: false,
  requirements: [],
  pending: null,
  debt: '0.0000',
  ...changes,
});
