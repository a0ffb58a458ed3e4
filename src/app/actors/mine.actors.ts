import { rewardLogs } from '../../../contract/calls.ts';
import type { RewardLog } from '../../../contract/shapes.ts';
import { type DayEarned, earnedByDay } from '../earnings.ts';
import type { Effects } from '../effects.ts';
import type { News } from '../news.ts';
import { MINE_PATH } from '../path.ts';
import type { Blueprint } from '../screens.ts';
import { utcDay } from '../utc-day.ts';
import { factBlueprint, type ListMachine, listBlueprint } from './list.actors.ts';
import { rewardsSince } from './rewards-since.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

const changesRewards = ({ type }: News) => type === 'claim.paid' || type === 'reward.welcomed';

/** Every reward, the newest first; it follows what is earned meanwhile. */
export function rewardListBlueprint(effects: Effects): Blueprint<ListMachine<RewardLog>> {
  return listBlueprint(effects, {
    name: 'rewards',
    screen: MINE_PATH,
    load: (paging, signal) => effects.api(rewardLogs, paging, { signal }),
    isOutdatedBy: changesRewards,
  });
}

/** What each of the last 30 UTC days has brought. */
export function earningsBlueprint(effects: Effects): Blueprint<ListMachine<DayEarned[]>> {
  return factBlueprint(effects, {
    name: 'earnings',
    screen: MINE_PATH,
    load: async (signal) => {
      const now = new Date();
      const first = utcDay(new Date(now.getTime() - (DAYS - 1) * DAY_MS));
      const { rewards, isWhole } = await rewardsSince(effects, first, signal);
      return earnedByDay(rewards, { first, last: utcDay(now), isWhole });
    },
    isOutdatedBy: (news) => changesRewards(news) || news.type === 'day.began',
  });
}
