import { rewardLogs } from '../../../contract/history.calls.ts';
import type { RewardLog } from '../../../contract/shapes.ts';
import type { DayEarned } from '../../../machines/app/resources.ts';
import { earnedByDay } from '../components/earnings.ts';
import type { Effects } from '../system/effects.ts';
import { provideList } from './list.actors.ts';
import { provideResource } from './resource.actors.ts';
import { loadRewards } from './rewards-of.ts';

const DAYS = 30;

/** Every reward, the newest first. */
export const provideRewards = ({ api }: Effects) =>
  provideList<RewardLog>({
    load: (paging, signal) => api(rewardLogs, paging, { signal }),
  });

/** Earnings of each of the last 30 UTC days. */
export const provideEarnings = (effects: Effects) =>
  provideResource<DayEarned[]>({
    load: async (signal) => {
      const { rewards, ...span } = await loadRewards(effects, DAYS, signal);
      return earnedByDay(rewards, span);
    },
  });
