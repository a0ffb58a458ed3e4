import type { Friend, FriendCounts, FriendLevel } from '../../machines/friends.machine.ts';
import type { AnyWorld } from './driver.ts';
import { answers, user } from './facts.ts';

/** More than two pages, of three levels; each with a name, a sum and a day of its own. */
export const friends: Friend[] = Array.from({ length: 47 }, (_, at) => ({
  username: `${'Bartholomäus-Konstantin'.slice(0, 5 + (at % 18))}***${at + 100}`,
  level: at < 25 ? 1 : at < 40 ? 2 : 3,
  reward: `${at}.${String(10 + at)}00`,
  // half past eleven in UTC is the next day's half past one on Kiritimati
  created_at: new Date(Date.UTC(2026, 0, 1 + at, 11, 30)).toISOString(),
  ...(at === 2 && { on_its_way: '0.7700', videos_missing: 6 }),
}));

export const counts: FriendCounts = { level1: 25, level2: 15, level3: 7 };

export const PAGE = 20;

export interface World extends AnyWorld {
  level: FriendLevel;
  isAway: boolean;
  /** how many friends there are now */
  count: number;
}

export const ofLevel = (level: FriendLevel, count: number) =>
  friends.slice(0, count).filter((each) => level === 'all' || `level${each.level}` === level);

export const pageOf = (level: FriendLevel, count: number, page: number, limit: number) => {
  const all = ofLevel(level, count);
  const list = all.slice((page - 1) * limit, page * limit);
  return { list, page, limit, total: all.length };
};

const link = `http://127.0.0.1/?invite_code=${user.invite_code}`;

export const answer = (level: FriendLevel, count: number, page: number, limit: number) => ({
  counts,
  invite_code: user.invite_code,
  invite_url: link,
  ...pageOf(level, count, page, limit),
});

export function begin(): World {
  const world: World = {
    answers: answers({
      invitedUsers: ({ level, page = 1, limit = 10 }) =>
        answer(
          level === undefined ? 'all' : (`level${level}` as FriendLevel),
          world.count,
          Number(page),
          Number(limit),
        ),
    }),
    level: 'all',
    isAway: false,
    count: friends.length,
  };
  return world;
}

const dayOf = (at: string) =>
  new Date(Date.parse(at) + 14 * 3_600_000).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    dateStyle: 'medium',
  });

const rowOf = ({ username, level, reward, created_at, on_its_way, videos_missing }: Friend) => {
  const later = on_its_way ? ` On its way: +0.77 · ${videos_missing} paid clips to watch` : '';
  const sum = reward.startsWith('0.') ? `+${reward.slice(0, 4)}` : `+${reward.replace(/00$/, '')}`;
  return `${level} ${username} ${dayOf(created_at)}${later} ${sum}`;
};

export const rowsOf = (some: readonly Friend[]) =>
  some.length > 0 ? some.map(rowOf).join(' / ') : null;

const mark = (level: FriendLevel, each: FriendLevel) => (level === each ? '[x]' : '[ ]');

export const choiceOf = (level: FriendLevel) =>
  `Show friends of ${mark(level, 'all')} 47 All ${mark(level, 'level1')} 25 Level 1 ` +
  `${mark(level, 'level2')} 15 Level 2 ${mark(level, 'level3')} 7 Level 3`;

export const places = {
  choice: '.level-choice',
  rows: '.screen-invite .rows > li',
  more: '.screen-invite .card > .button',
  failure: '.screen-invite .notice[role=alert]',
};

export const nothing = { choice: null, rows: null, more: null, failure: null };
