import type { ClaimCall } from '../../../contract/claims.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Withdrawal } from '../../../contract/shapes.ts';

export const WATCH_SECONDS = 3;
export const CLIPS = 9;
export const DAY_MS = 24 * 60 * 60_000;

export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export interface Entry {
  id: number;
  call: ClaimCall | 'welcome';
  item: number | string | null;
  /** the UTC day of the reward, or `ever`; `atMs`: its moment */
  day: string;
  atMs: number;
  paidAtMs: number;
  units: bigint;
  /** earned on another phone of this member */
  isElsewhere?: boolean;
}

/** A user's state on the server. */
export interface Account {
  id: number;
  name: string;
  entries: Entry[];
  /** time at which each item was first served on each day: `call item day` */
  served: Map<string, number>;
  extraViews: Map<string, number>;
  shares: Map<string, number>;
  withdrawals: Withdrawal[];
  /** first answers, by call and key */
  answers: Map<string, { input: string; answer: unknown }>;
  hasInfo: boolean;
}

export const newAccount = (id: number, name: string): Account => ({
  id,
  name,
  entries: [],
  served: new Map(),
  extraViews: new Map(),
  shares: new Map(),
  withdrawals: [],
  answers: new Map(),
  hasInfo: true,
});

const unitsOf = (money: string) => BigInt(money.replace('.', ''));

/** The available balance: rewards minus withdrawals that were not rejected. */
export function balanceOf({ entries, withdrawals }: Account): string {
  const earned = entries.reduce((sum, { units }) => sum + units, 0n);
  const taken = withdrawals
    .filter(({ status }) => status !== 'rejected')
    .reduce((sum, { amount }) => sum + unitsOf(amount), 0n);
  return formatMoney(earned - taken);
}

/** Returns a different amount for each reward, so that no reward is mistaken for another. */
export function unitsFor(call: Entry['call'], item: Entry['item']): bigint {
  const kinds = { record: 1_000, watchAdReward: 300, clickAdReward: 200, claimShareReward: 700 };
  if (call === 'welcome') return 50_000n;
  if (call === 'claimTask') return item === 'download_app' ? 2_100n : 2_200n;
  return BigInt(kinds[call] + (typeof item === 'number' ? item : 0));
}

export const paidOn = ({ entries }: Account, call: Entry['call'], day: string) =>
  entries.filter((entry) => entry.call === call && entry.day === day);

export const isPaid = (account: Account, call: Entry['call'], item: Entry['item'], day: string) =>
  paidOn(account, call, day).some((entry) => entry.item === item);
