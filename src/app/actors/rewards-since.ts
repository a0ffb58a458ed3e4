import { rewardLogs } from '../../../contract/history.calls.ts';
import type { RewardLog, RewardType } from '../../../contract/shapes.ts';
import type { Effects } from '../system/effects.ts';

const PAGE_SIZE = 100;
/** Whoever earns more often than this is shown what it covers. */
const MOST_PAGES = 10;

interface Rewards {
  /** the newest first */
  rewards: RewardLog[];
  /** false: there are older ones within the time asked for */
  isWhole: boolean;
}

/**
 * The rewards of this user since the beginning of a UTC day, at most a thousand.
 * @param day `yyyy-mm-dd`
 */
export async function rewardsSince(
  { api }: Effects,
  day: string,
  signal: AbortSignal,
  type?: RewardType,
): Promise<Rewards> {
  const rewards: RewardLog[] = [];
  const isWithin = ({ created_at }: RewardLog) => Date.parse(created_at) >= Date.parse(day);
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const filter = { page, limit: PAGE_SIZE, ...(type && { type }) };
    const { list, total } = await api(rewardLogs, filter, { signal });
    const within = list.filter(isWithin);
    rewards.push(...within);
    if (within.length < list.length || page * PAGE_SIZE >= total) return { rewards, isWhole: true };
  }
  return { rewards, isWhole: false };
}
