import type { CallFailure } from '../../contract/failure.ts';
import type { OpenSession } from '../../contract/session.calls.ts';
import type {
  Ad,
  UserInfo,
  Video,
  Withdrawal,
  WithdrawalMethod,
  WithdrawalStep,
  WithdrawInfo,
} from '../../contract/shapes.ts';
import type { DisplayRules } from '../../machines/ad.machine.ts';
import { type AppContext, initialContext } from '../../machines/app/context.ts';
import type { DayCount, ExtraViews } from '../../machines/earning.machine.ts';
import type { ClipPage } from '../../machines/feed/slots.ts';
import type { Claim } from '../../machines/outbox/claim.ts';
import type { WithdrawalTerms } from '../../machines/withdrawal/rules.ts';

export const offline: CallFailure = { kind: 'offline' };
export const faulted: CallFailure = { kind: 'faulted', status: 500 };
export const ended: CallFailure = { kind: 'sessionEnded', code: 401 };
export const refused = (
  reason: Extract<CallFailure, { kind: 'refused' }>['reason'],
  retryAfter?: number,
): CallFailure => ({
  kind: 'refused',
  reason,
  ...(retryAfter !== undefined && { retryAfter }),
});

export const user: UserInfo = {
  id: 7,
  username: 'ada',
  email: 'ada@example.org',
  balance: '2.0000',
  local_amount: '2.00',
  local_currency: 'USD',
  country: 'US',
  language: 'en',
  invite_code: 'ABCD2345',
  created_at: '2026-01-02T03:04:05.000Z',
  token: 'token-a',
};

export const openSession = (session: string, changes: Partial<OpenSession> = {}): OpenSession => ({
  session,
  browser: 'Chrome',
  system: 'Android',
  country: null,
  created_at: '2026-01-02T03:04:05.000Z',
  seen_at: '2026-01-02T03:05:05.000Z',
  here: false,
  ...changes,
});

export const video = (id: number): Video => ({
  id,
  title: `Clip ${id}`,
  author: 'Clipurse',
  url: `/media/clips/${id}.mp4`,
  poster: `/media/clips/${id}.webp`,
  width: 540,
  height: 960,
  duration_ms: 8_000,
  watch_seconds: 5,
  reward: '0.0500',
});

export const ad = (id: number, changes: Partial<Ad> = {}): Ad => ({
  id,
  title: `Ad ${id}`,
  advertiser: 'Lodge',
  url: `/media/clips/ad-${id}.mp4`,
  poster: `/media/clips/ad-${id}.webp`,
  target_url: 'https://example.com/lodge',
  cta: 'See rooms',
  duration_ms: 8_000,
  watch_seconds: 5,
  watch_reward: '0.0500',
  click_reward: '0.0200',
  watched_today: false,
  clicked_today: false,
  ...changes,
});

export const rules = (every_n_videos: number): DisplayRules => ({
  every_n_videos,
  countdown_seconds: 5,
  skippable_after_seconds: 3,
});

export const count: DayCount = { remaining: 10, dailyLimit: 20, extraSharesLeft: 3 };

/** A snapshot of the machine `earning` while clips are paid. */
export const openLimit = { context: { count, isPaused: false } };

/** Returns a member's list with this number of clips. */
export const page = (clips: number, changes: Partial<ClipPage> = {}): ClipPage => ({
  clips: Array.from({ length: clips }, (_, at) => ({ video: video(at + 1), isOpen: true })),
  count,
  isPaused: false,
  isComplete: true,
  ...changes,
});

/** Returns the same list with a reached daily limit. */
export const spentPage = (clips: number, extraSharesLeft = 3) =>
  page(clips, { count: { ...count, remaining: 0, extraSharesLeft } });

export const extraViews: ExtraViews = {
  extra_views: 5,
  remaining_today: 5,
  limit_today: 25,
  extra_shares_left: 2,
};

/** The time by the server's clock. */
export const earnedAtMs = Date.parse('2026-01-02T03:04:05.000Z');

const madeBy = (id: string, userId: number) => ({ id, userId, attempt: 1, earnedAtMs });

/** A claim of a clip. */
export const claim = (id: string, userId: number): Claim => ({
  ...madeBy(id, userId),
  call: 'record',
  itemId: 3,
});

export const shareClaim = (id: string, userId: number): Claim => ({
  ...madeBy(id, userId),
  call: 'claimShareReward',
  itemId: null,
});

export const taskClaim = (id: string, userId: number): Claim => ({
  ...madeBy(id, userId),
  call: 'claimTask',
  itemId: 'notification',
});

export const adClaim = (
  id: string,
  userId: number,
  call: 'watchAdReward' | 'clickAdReward',
): Claim => ({ ...madeBy(id, userId), call, itemId: 3 });

export const answer = { reward: '0.0500', balance: '2.0500', remaining_today: 4 };

export const withdrawal = (status: Withdrawal['status']): Withdrawal => ({
  id: 11,
  amount: '1.5000',
  local_amount: '1.50',
  local_currency: 'USD',
  method: 'paypal',
  account: 'ad*********.org',
  recipient_name: 'Ada',
  status,
  reason: status === 'rejected' ? 'name does not match' : null,
  created_at: '2026-01-02T03:04:05.000Z',
  settled_at: status === 'pending' ? null : '2026-01-03T03:04:05.000Z',
});

const asked = '2026-01-02T03:04:05.000Z';
/** A withdrawal at this step. */
export function withdrawalAt(step: WithdrawalStep): Withdrawal {
  const isOpen = step === 'pending' || step === 'in_review' || step === 'processing';
  const at = '2026-01-03T03:04:05.000Z';
  const requested = { step: 'pending', at: asked } as const;
  return {
    ...withdrawal(isOpen ? 'pending' : step === 'paid' ? 'paid' : 'rejected'),
    step,
    // more than the minimum
    ...(step === 'failed' && { amount: '7.5000' }),
    steps: step === 'pending' ? [requested] : [requested, { step, at }],
    review_due_at: step === 'in_review' ? '2026-01-05T03:04:05.000Z' : null,
  };
}

/** A withdrawal that the member has cancelled. */
export const cancelled: Withdrawal = { ...withdrawalAt('rejected'), cancelled: true };

export const info: WithdrawInfo = {
  country: 'US',
  method: 'paypal',
  account_type: 'email',
  recipient_name: 'Ada',
  account: 'ad*********.org',
};

/** Separators of amounts in English. */
export const signs = { group: ',', decimal: '.' };

/** A payout account that was changed on another device in the meantime. */
export const otherInfo: WithdrawInfo = { ...info, recipient_name: 'Eve', account: 'e******.net' };

export const terms = (changes: Partial<WithdrawalTerms> = {}): WithdrawalTerms => ({
  balance: '20.5000',
  local_amount: '20.50',
  local_currency: 'USD',
  min_amount: '5.0000',
  notification_required: false,
  requirements: [{ kind: 'videos', required: 2, current: 2 }],
  pending: null,
  ...changes,
});

/** The terms of a member who is paid in shillings. */
export const inShillings = (rate: string | null) =>
  terms({ currency: 'USD', pay: { currency: 'KES', rate, rounding: '1.00' } });

export const methods: WithdrawalMethod[] = [
  {
    method: 'paypal',
    name: 'PayPal',
    account_type: 'email',
    countries: ['US', 'DE'],
    account_pattern: '^[^@]+@[^@]+$',
    account_hint: 'name@example.org',
  },
];

/** The root's context when a member watches clips. */
export const member: AppContext = {
  ...initialContext({ input: { idPrefix: 'n' } }),
  isKnown: true,
  isVisitor: false,
  user: { id: user.id, country: user.country },
};
