import type { OutputOf } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import type { ExtraViews } from '../../machines/earning.machine.ts';
import { answers, video } from './facts.ts';
import { type SharingWorld, shareReward } from './sharing.facts.ts';

type List = OutputOf<typeof calls.playable>;

export interface World extends SharingWorld {
  /** what the clips' list says of the day */
  list: List;
  /** how many of the day's clips are still paid, and of how many, as a person reads it */
  today: string;
  /** which clip is on the stage, and how it is doing */
  at: number;
  clip: 'playing' | 'paid' | 'paused';
}

/** Every other clip is longer than anybody watches: it pays nothing while others are looked at. */
export const isShort = (at: number) => at % 2 === 1;

/** More than a walk comes to. */
const list = Array.from({ length: 20 }, (_, at) =>
  video(11 + at, { watch_seconds: isShort(at) ? 1 : 3_000 }),
);

/** A day's list; `daily_limit` is what nobody is shown. */
export const dayOf = (remaining: number, limit: number, left: number): List => ({
  list,
  page: 1,
  limit: 20,
  total: list.length,
  remaining_today: remaining,
  daily_limit: 23,
  limit_today: limit,
  extra_shares_left: left,
});

export const countOf = ({ remaining_today, limit_today, extra_shares_left }: List) => ({
  remaining: remaining_today,
  dailyLimit: limit_today,
  extraSharesLeft: extra_shares_left,
});

export const FIRST = dayOf(7, 29, 3);
export const USED_UP = dayOf(0, 31, 2);
export const ANOTHER = dayOf(13, 37, 5);
export const CORRECTED = dayOf(17, 41, 4);

export const views = (
  extra_views: number,
  remaining_today: number,
  limit_today: number,
  extra_shares_left: number,
): ExtraViews => ({ extra_views, remaining_today, limit_today, extra_shares_left });

/** The words for screen readers, and the figures. */
export const todayOf = (remaining: number, limit: number) =>
  `${remaining} paid videos left today ${limit - remaining}/${limit}`;

export function begin(): World {
  const world: World = {
    answers: answers({
      playable: () => world.list,
      claimShareReward: () => shareReward,
    }),
    list: FIRST,
    today: todayOf(7, 29),
    at: 0,
    clip: 'playing',
    hasShared: false,
  };
  return world;
}
