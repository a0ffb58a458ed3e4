import { rewardLogs } from '../../../contract/history.calls.ts';
import type { RewardLog } from '../../../contract/shapes.ts';
import type { Span } from '../components/earnings.ts';
import { utcDay } from '../components/utc-day.ts';
import type { Effects } from '../system/effects.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const PAGE_SIZE = 100;
/** Limit of pages to load: of more rewards only the newest are shown. */
const MAX_PAGES = 10;

interface Rewards extends Span {
  /** the newest first */
  rewards: RewardLog[];
}

/**
 * The rewards of this user, at most a thousand.
 * @param days number of UTC days, including today
 */
export async function loadRewards(
  { api, serverClock }: Effects,
  days: number,
  signal: AbortSignal,
): Promise<Rewards> {
  // read after an answer, as the first one may set the server's clock
  const span = () => {
    const now = serverClock.nowMs();
    return { first: utcDay(now - (days - 1) * DAY_MS), last: utcDay(now) };
  };
  const rewards: RewardLog[] = [];
  const isWithin = ({ created_at }: RewardLog) => utcDay(Date.parse(created_at)) >= span().first;
  let from: { before?: string } = {};
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const paging = { page, limit: PAGE_SIZE, ...from };
    const { list, total, next } = await api(rewardLogs, paging, { signal });
    from = next ? { before: next } : {};
    const within = list.filter(isWithin);
    rewards.push(...within);
    if (within.length < list.length || page * PAGE_SIZE >= total) {
      return { rewards, ...span(), isComplete: true };
    }
  }
  return { rewards, ...span(), isComplete: false };
}
