import type { ClaimResult, SentClaim } from '../../../contract/claims.ts';
import type { SessionEndedCode } from '../../../contract/reasons.ts';
import { type ClaimOnly, limitOf, pay, Refusal, remainingOf } from './claims.ts';
import { type Account, balanceOf, dayOf, isPaid, paidOn, unitsFor } from './ledger.ts';
import { adsFor, appConfig, clips, logOf, type Paging, pageOf, userOf } from './lists.ts';
import { infoOf, termsOf, withdraw } from './money.ts';
import type { Server } from './server.ts';

export interface Session {
  userId: number;
  ended: SessionEndedCode | null;
}

interface Asked {
  server: Server;
  /** null, against its type, if the request of a public call has no valid session */
  account: Account;
  token: string;
  input: Record<string, unknown>;
}

export type Handler = (asked: Asked) => Record<string, unknown>;

const paging = (input: Record<string, unknown>) => input as unknown as Paging;
const today = ({ nowMs }: Server) => dayOf(nowMs);

function serve(account: Account | null, call: string, ids: number[], nowMs: number): void {
  for (const id of ids) {
    const key = `${call} ${id} ${dayOf(nowMs)}`;
    if (account && !account.served.has(key)) account.served.set(key, nowMs);
  }
}

const countOf = ({ server, account }: Pick<Asked, 'server' | 'account'>) => ({
  remaining_today: remainingOf(account, server.rules, today(server)),
  limit_today: limitOf(account, server.rules, today(server)),
  extra_shares_left: account.extraViews.has(today(server)) ? 0 : server.rules.extraTimes,
});

const claims =
  (call: ClaimOnly['call'], idOf: (input: Record<string, unknown>) => unknown): Handler =>
  ({ server, account, input }) =>
    pay(account, { call, id: idOf(input) } as ClaimOnly, server.rules, {
      nowMs: server.nowMs,
      earnedAt: input.earned_at as string | undefined,
    });

function sendOne({ server, account }: Asked, claim: SentClaim): ClaimResult {
  const { key, call, id, earned_at: earnedAt } = claim;
  // each call has its own name for the id's field
  const field = { record: 'videos_id', watchAdReward: 'ad_id', clickAdReward: 'ad_id' } as const;
  const named =
    call === 'claimTask' ? { task: id } : call === 'claimShareReward' ? {} : { [field[call]]: id };
  const input = { ...named, ...(earnedAt !== undefined && { earned_at: earnedAt }) };
  try {
    const run = () => pay(account, claim, server.rules, { nowMs: server.nowMs, earnedAt });
    return { key, data: server.replayed(account, { name: call, key, input }, run) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason, retryAfter } = error;
    return { key, reason, ...(retryAfter !== undefined && { retry_after: retryAfter }) };
  }
}

function logIn({ server, input }: Asked) {
  const account = server.accounts.find(({ name }) => name === input.username);
  if (!account) throw new Refusal('invalid_credentials');
  const token = `token-${account.id}-${server.sessions.size + 1}`;
  server.sessions.set(token, { userId: account.id, ended: null });
  return { userInfo: userOf(account, token) };
}

function welcome({ server, account }: Asked) {
  const { nowMs } = server;
  if (isPaid(account, 'welcome', null, 'ever')) {
    return { rewards: [], balance: balanceOf(account) };
  }
  const entry = {
    ...{ id: account.id * 10_000, call: 'welcome' as const, item: null, day: 'ever' },
    ...{ atMs: nowMs, paidAtMs: nowMs, units: unitsFor('welcome', null) },
  };
  account.entries.push(entry);
  return { rewards: [logOf(entry)], balance: balanceOf(account) };
}

function playable(asked: Asked) {
  const { server, account, input } = asked;
  const page = pageOf(
    clips.filter(({ id }) => !isPaid(account, 'record', id, today(server))),
    paging(input),
  );
  serve(
    account,
    'record',
    page.list.map(({ id }) => id),
    server.nowMs,
  );
  const count = countOf(asked);
  return {
    ...{ ...page, ...count, daily_limit: server.rules.dailyLimit },
    rewards_paused: server.rules.arePaused,
  };
}

function addExtraViews(asked: Asked) {
  const { server, account } = asked;
  const day = today(server);
  if (remainingOf(account, server.rules, day) > 0) throw new Refusal('limit_not_reached');
  if (!account.shares.get(day)) throw new Refusal('no_share_today');
  if (account.extraViews.has(day)) throw new Refusal('no_extra_left');
  account.extraViews.set(day, server.rules.extraViews);
  return { extra_views: server.rules.extraViews, ...countOf(asked) };
}

function listAds({ server, account, input }: Asked) {
  const page = pageOf(adsFor(account, today(server)), paging(input));
  serve(
    account,
    'watchAdReward',
    page.list.map(({ id }) => id),
    server.nowMs,
  );
  return page;
}

function history(asked: Asked) {
  const { server, account, input } = asked;
  const videos = account.entries.filter(({ call }) => call === 'record').reverse();
  const list = videos.map((entry) => ({
    ...(clips.find(({ id }) => id === entry.item) as (typeof clips)[number]),
    watched_at: new Date(entry.atMs).toISOString(),
    reward: logOf(entry).amount,
  }));
  return {
    ...pageOf(list, paging(input)),
    paid_today: paidOn(account, 'record', today(server)).length,
    limit_today: countOf(asked).limit_today,
    share_paid_today: paidOn(account, 'claimShareReward', today(server)).length > 0,
  };
}

function rewardLogs({ account, input }: Asked) {
  const all = account.entries.map(logOf).reverse();
  const type = input.type;
  return pageOf(type ? all.filter((each) => each.type === type) : all, paging(input));
}

const tasks = ({ account }: Asked) => ({
  list: (['download_app', 'notification'] as const).map((task) => ({
    ...{ task, reward: '0.2100', completed: isPaid(account, 'claimTask', task, 'ever') },
  })),
});

function countShare({ server, account }: Asked) {
  const shares = (account.shares.get(today(server)) ?? 0) + 1;
  account.shares.set(today(server), shares);
  return { shares };
}

/**
 * The server's handler of each call, by its name in the contract. `sendClaims` pays its claims without
 * the handlers of the single claims.
 */
export const handlers: Record<string, Handler> & Record<ClaimOnly['call'], Handler> = {
  checkIn: logIn,
  logout: ({ server, token }) => {
    const session = server.sessions.get(token);
    if (session) session.ended = 401;
    return {};
  },
  info: ({ account, token }) => ({ userInfo: userOf(account, token) }),
  handleLoginReward: welcome,
  getAppConfig: ({ server }) => appConfig(server.rules.dailyLimit),
  playable,
  sendProgress: ({ input }) => ({ noted: (input.clips as unknown[]).length }),
  videoList: ({ input }) => pageOf(clips, paging(input)),
  record: claims('record', ({ videos_id }) => videos_id),
  watchAdReward: claims('watchAdReward', ({ ad_id }) => ad_id),
  clickAdReward: claims('clickAdReward', ({ ad_id }) => ad_id),
  claimShareReward: claims('claimShareReward', () => null),
  claimTask: claims('claimTask', ({ task }) => task),
  sendClaims: (asked) => ({
    results: (asked.input.claims as SentClaim[]).map((claim) => sendOne(asked, claim)),
  }),
  incrementShare: countShare,
  checkAndAddExtraRewards: addExtraViews,
  getDisplayRules: () => ({ every_n_videos: 3, countdown_seconds: 3, skippable_after_seconds: 1 }),
  getAdList: listAds,
  history,
  rewardLogs,
  taskList: tasks,
  wdinfo: ({ account }) => ({ list: infoOf(account) }),
  withdrawalMethods: () => ({ list: [] }),
  withdrawConfig: ({ account }) => termsOf(account),
  withdraw: ({ server, account, input }) => withdraw(account, input.amount as string, server.nowMs),
  withdrawals: ({ account, input }) => pageOf(account.withdrawals, paging(input)),
  corrections: ({ input }) => ({ debt: '0.0000', ...pageOf([], paging(input)) }),
  recentWithdrawals: () => ({ list: [] }),
  invitedUsers: ({ account, input }) => ({
    counts: { level1: 0, level2: 0, level3: 0 },
    ...{ invite_code: `code${account.id}`, invite_url: '/newuser', ...pageOf([], paging(input)) },
  }),
};
