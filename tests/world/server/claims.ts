import type { SentClaim } from '../../../contract/claims.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Reason } from '../../../contract/reasons.ts';
import {
  type Account,
  balanceOf,
  CLIPS,
  DAY_MS,
  dayOf,
  isPaid,
  paidOn,
  unitsFor,
  WATCH_SECONDS,
} from './ledger.ts';

/** A refusal of the server; `retryAfter` in milliseconds. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly retryAfter: number | undefined;

  constructor(reason: Reason, retryAfter?: number) {
    super(reason);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

export interface Rules {
  dailyLimit: number;
  extraViews: number;
  extraTimes: number;
  arePaused: boolean;
}

export type ClaimOnly = Pick<SentClaim, 'call' | 'id'>;

const WATCH_MS = WATCH_SECONDS * 1_000;
const watched = new Set(['record', 'watchAdReward']);

export const limitOf = (account: Account, { dailyLimit }: Rules, day: string) =>
  dailyLimit + (account.extraViews.get(day) ?? 0);

export const remainingOf = (account: Account, rules: Rules, day: string) =>
  Math.max(limitOf(account, rules, day) - paidOn(account, 'record', day).length, 0);

/** The time at which the item was first served, within the last eight days. */
function servedMs({ served }: Account, { call, id }: ClaimOnly, atMs: number): number {
  const times = Array.from({ length: 8 }, (_, days) =>
    served.get(`${call} ${id} ${dayOf(atMs - days * DAY_MS)}`),
  );
  return Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY));
}

/** The first moment from `fromMs` on without another paid watch. */
function firstPossibleMs({ entries }: Account, fromMs: number): number {
  const others = entries
    .filter(({ call }) => watched.has(call))
    .map(({ atMs }) => atMs)
    .sort((one, other) => one - other);
  let atMs = fromMs;
  for (const other of others) if (Math.abs(other - atMs) < WATCH_MS) atMs = other + WATCH_MS;
  return atMs;
}

function momentOf(account: Account, claim: ClaimOnly, earnedMs: number, nowMs: number): number {
  if (!watched.has(claim.call)) return earnedMs;
  const served = servedMs(account, claim, earnedMs);
  // a list whose answer is still pending has served it
  const fromMs = Math.max(earnedMs, (Number.isFinite(served) ? served : nowMs) + WATCH_MS);
  const atMs = firstPossibleMs(account, fromMs);
  if (atMs > nowMs) throw new Refusal('too_early', atMs - nowMs);
  return atMs;
}

/** Pays a reward once, by the rules of the contract. @throws Refusal */
export function pay(
  account: Account,
  claim: ClaimOnly,
  rules: Rules,
  time: { nowMs: number; earnedAt: string | undefined },
) {
  const { nowMs } = time;
  const earnedMs = Math.min(time.earnedAt ? Date.parse(time.earnedAt) : nowMs, nowMs);
  if (rules.arePaused) throw new Refusal('paused_by_operator');
  if (earnedMs < nowMs - 7 * DAY_MS) throw new Refusal('claim_expired');
  const day = claim.call === 'claimTask' ? 'ever' : dayOf(earnedMs);
  if (isPaid(account, claim.call, claim.id, day)) {
    const isOnce = claim.call === 'claimShareReward' || claim.call === 'claimTask';
    throw new Refusal(isOnce ? 'already_claimed' : 'already_rewarded');
  }
  if (claim.call === 'record' && remainingOf(account, rules, day) === 0) {
    throw new Refusal('daily_limit_reached');
  }
  const atMs = momentOf(account, claim, earnedMs, nowMs);
  const units = unitsFor(claim.call, claim.id);
  const id = account.id * 10_000 + account.entries.length + 1;
  const facts = { id, call: claim.call, item: claim.id, day, atMs, paidAtMs: nowMs, units };
  account.entries.push(facts);
  if (claim.call === 'claimShareReward') {
    account.shares.set(day, (account.shares.get(day) ?? 0) + 1);
  }
  return {
    reward: formatMoney(units),
    balance: balanceOf(account),
    ...(claim.call === 'record' && {
      remaining_today: remainingOf(account, rules, dayOf(nowMs)),
    }),
  };
}

/** Pays the same member for the last open clip, on another phone. */
export function payElsewhere(account: Account, rules: Rules, nowMs: number): void {
  const day = dayOf(nowMs);
  const open = Array.from({ length: CLIPS }, (_, index) => CLIPS - index);
  const id = open.find((each) => !isPaid(account, 'record', each, day));
  if (id === undefined || rules.arePaused || remainingOf(account, rules, day) === 0) return;
  if (firstPossibleMs(account, nowMs) > nowMs) return;
  const facts = { id: account.id * 10_000 + account.entries.length + 1, item: id, day };
  const units = unitsFor('record', id);
  const times = { atMs: nowMs, paidAtMs: nowMs };
  account.entries.push({ ...facts, ...times, call: 'record', units, isElsewhere: true });
}
