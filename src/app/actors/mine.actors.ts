import { rewardLogs } from '../../../contract/history.calls.ts';
import type { RewardLog } from '../../../contract/shapes.ts';
import type { DayEarned } from '../../../machines/app/resources.ts';
import { earnedByDay } from '../parts/earnings.ts';
import { utcDay } from '../parts/utc-day.ts';
import type { Effects } from '../system/effects.ts';
import { paths } from '../system/paths.ts';
import { provideList } from './list.actors.ts';
import { provideResource } from './resource.actors.ts';
import { rewardsSince } from './rewards-since.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Every reward, the newest first. */
export const provideRewards = ({ api }: Effects) =>
  provideList<RewardLog>({
    screen: paths.mine,
    load: (paging, signal) => api(rewardLogs, paging, { signal }),
  });

/** What each of the last 30 UTC days has brought. */
export const provideEarnings = (effects: Effects) =>
  provideResource<DayEarned[]>({
    screen: paths.mine,
    load: async (signal) => {
      const now = new Date();
      const first = utcDay(new Date(now.getTime() - (DAYS - 1) * DAY_MS));
      const { rewards, isWhole } = await rewardsSince(effects, first, signal);
      return earnedByDay(rewards, { first, last: utcDay(now), isWhole });
    },
  });
