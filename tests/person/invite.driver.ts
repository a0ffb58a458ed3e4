import type { AnyMachineSnapshot } from 'xstate';
import {
  type Friend,
  type FriendCounts,
  type FriendLevel,
  friendsMachine,
} from '../../machines/friends.machine.ts';
import { createListMachine } from '../../machines/list.machine.ts';
import { tab } from '../browser/people.ts';
import {
  type AnyWorld,
  defineDriver,
  done,
  failed,
  lastResorts,
  type Means,
  setVisible,
} from './driver.ts';
import { answers, user } from './facts.ts';
import { failing } from './stand.ts';

/** More than two pages, of three levels; each with a name, a sum and a day of its own. */
const friends: Friend[] = Array.from({ length: 47 }, (_, at) => ({
  username: `${'Bartholomäus-Konstantin'.slice(0, 5 + (at % 18))}***${at + 100}`,
  level: at < 25 ? 1 : at < 40 ? 2 : 3,
  reward: `${at}.${String(10 + at)}00`,
  // half past eleven in UTC is the next day's half past one on Kiritimati
  created_at: new Date(Date.UTC(2026, 0, 1 + at, 11, 30)).toISOString(),
  ...(at === 2 && { on_its_way: '0.7700', videos_missing: 6 }),
}));
const counts: FriendCounts = { level1: 25, level2: 15, level3: 7 };
const PAGE = 20;

interface World extends AnyWorld {
  level: FriendLevel;
  isAway: boolean;
  /** how many friends there are now */
  count: number;
}

const ofLevel = (level: FriendLevel, count: number) =>
  friends.slice(0, count).filter((each) => level === 'all' || `level${each.level}` === level);

const pageOf = (level: FriendLevel, count: number, page: number, limit: number) => {
  const all = ofLevel(level, count);
  const list = all.slice((page - 1) * limit, page * limit);
  return { list, page, limit, total: all.length };
};

const link = `http://127.0.0.1/?invite_code=${user.invite_code}`;
const answer = (level: FriendLevel, count: number, page: number, limit: number) => ({
  counts,
  invite_code: user.invite_code,
  invite_url: link,
  ...pageOf(level, count, page, limit),
});

function begin(): World {
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
const rowsOf = (some: readonly Friend[]) => (some.length > 0 ? some.map(rowOf).join(' / ') : null);

const mark = (level: FriendLevel, each: FriendLevel) => (level === each ? '[x]' : '[ ]');
const choiceOf = (level: FriendLevel) =>
  `Show friends of ${mark(level, 'all')} 47 All ${mark(level, 'level1')} 25 Level 1 ` +
  `${mark(level, 'level2')} 15 Level 2 ${mark(level, 'level3')} 7 Level 3`;

const places = {
  choice: '.level-choice',
  rows: '.screen-invite .rows > li',
  more: '.screen-invite .card > .button',
  failure: '.screen-invite .notice[role=alert]',
};
const nothing = { choice: null, rows: null, more: null, failure: null };

const names: Record<FriendLevel, string> = {
  all: 'All',
  level1: 'Level 1',
  level2: 'Level 2',
  level3: 'Level 3',
};
const seenAs = (level: FriendLevel) => (world: World) => {
  const all = ofLevel(level, world.count);
  return {
    ...nothing,
    choice: choiceOf(level),
    rows: rowsOf(all.slice(0, PAGE)),
    more: all.length > PAGE ? 'Show more' : null,
  };
};

export const ofFriends = defineDriver<World>()({
  machine: friendsMachine,
  actor: ['friends'],
  path: '/invite/index',
  timezoneId: 'Pacific/Kiritimati',
  beginnings: [{ name: 'a member', begin }],
  means: (Object.keys(names) as FriendLevel[]).map(
    (level): Means<World> => ({
      name: `chooses ${names[level]}`,
      by: 'person',
      events: [{ type: 'level.chosen', level }],
      when: ({ value }) => value !== level,
      act: ({ page }) => page.locator('.level-choice label', { hasText: names[level] }).click(),
    }),
  ),
  facts: ({ opened }) => opened,
  places,
  seen: {
    all: seenAs('all'),
    level1: seenAs('level1'),
    level2: seenAs('level2'),
    level3: seenAs('level3'),
  },
  undriven: {
    'friends --data.outdated--> (stays)':
      'of a push message or of a line that has come back, which their own drivers do',
  },
});

const FEWER = 44;
const told = (count: number, page: number) => {
  const { list, total } = pageOf('all', count, page, PAGE);
  return { list, page, limit: PAGE, total, summary: counts };
};
type Shown = { page: number; isOutdated: boolean; total: number };

/** The next page, or all that was unfolded, with so many friends altogether. */
const comes = (count: number): Means<World>[] =>
  [1, 2, 3].map((page) => ({
    name: `page ${page} of ${count} comes`,
    by: 'network',
    events: [done('loadPages', told(count, page))],
    when: ({ context }) => {
      const { page: known, isOutdated, total } = context as Shown;
      if (isOutdated) return page === 1 && context.wanted === 1;
      return page === known + 1 && (total === 0 ? count === friends.length : true);
    },
    act: ({ stand, world }) => {
      world.count = count;
      return stand.answer('invitedUsers', answer('all', count, page, PAGE));
    },
  }));

/** All again, as far as it was unfolded, in one answer. */
const again = (count: number): Means<World>[] =>
  [2, 3].map((pages) => ({
    name: `all ${pages} pages of ${count} come again`,
    by: 'network',
    events: [
      done('loadPages', {
        ...pageOf('all', count, 1, 100),
        list: ofLevel('all', count).slice(0, pages * PAGE),
        page: pages,
        summary: counts,
      }),
    ],
    when: ({ context }) => context.isOutdated && context.wanted === pages,
    act: ({ stand, world }) => {
      world.count = count;
      return stand.answer('invitedUsers', answer('all', count, 1, 100));
    },
  }));

const CUT = 'Your invitations could not be loaded. Network error, please try again later. Retry';
const listed = (world: World, { context }: { context: { items: Friend[]; page: number } }) =>
  world.isAway
    ? nothing
    : {
        ...nothing,
        choice:
          context.page > 0
            ? choiceOf('all')
            : 'Show friends of [x] All [ ] Level 1 [ ] Level 2 [ ] Level 3…',
        rows: rowsOf(context.items),
      };

export const ofList = defineDriver<World>()({
  machine: createListMachine<Friend, FriendCounts, FriendLevel>(),
  actor: ['friends', 'all'],
  path: '/invite/index',
  timezoneId: 'Pacific/Kiritimati',
  beginnings: [
    {
      name: 'a member',
      input: 'all',
      first: [{ type: 'presence.changed', isPresent: true }],
      begin,
    },
  ],
  arrange: async ({ stand }) => stand.hold('invitedUsers'),
  means: [
    ...comes(friends.length),
    ...comes(FEWER),
    ...again(FEWER),
    {
      name: 'comes to the end',
      by: 'person',
      events: [{ type: 'end.reached' }],
      when: ({ context }) => context.isPresent,
      act: ({ page }) => page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded(),
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('loadPages', { kind: 'offline' })],
      when: ({ context }) => context.isPresent,
      act: ({ stand }) => stand.answer('invitedUsers', failing('cut')),
    },
    {
      name: 'tries again',
      by: 'person',
      events: [{ type: 'retry.pressed' }],
      when: ({ context }) => context.isPresent,
      act: ({ page }) =>
        page.locator('.screen-invite').getByRole('button', { name: 'Retry' }).click(),
    },
    ...([false, true] as const).map(
      (isPresent): Means<World> => ({
        name: isPresent ? 'looks at the tab again' : 'looks at another tab',
        by: 'person',
        events: [{ type: 'presence.changed', isPresent }],
        when: (snapshot) => snapshot.matches('failed') && snapshot.context.isPresent !== isPresent,
        act: ({ page }) => setVisible(page, isPresent),
      }),
    ),
    {
      name: 'goes elsewhere',
      by: 'person',
      events: [{ type: 'presence.changed', isPresent: false }],
      when: ({ context, value }) => context.isPresent && value !== 'failed',
      act: ({ page, world }) => {
        world.isAway = true;
        return tab(page, 'Tasks').click();
      },
    },
    {
      name: 'comes back',
      by: 'person',
      events: [{ type: 'data.outdated' }, { type: 'presence.changed', isPresent: true }],
      when: ({ context, value }) => !context.isPresent && value !== 'failed',
      act: ({ page, world }) => {
        world.isAway = false;
        return tab(page, 'Invite').click();
      },
    },
  ],
  facts: ({ page, wanted, isOutdated, total, failure, isPresent }) => [
    page,
    wanted,
    isOutdated,
    total,
    failure !== null,
    isPresent,
  ],
  places,
  seen: {
    empty: () => nothing,
    loading: (world: World, { context }: AnyMachineSnapshot) => ({
      ...listed(world, { context } as never),
      more:
        world.isAway || context.items.length === 0 || context.items.length >= context.total
          ? null
          : context.wanted > context.page
            ? 'Show more…'
            : 'Show more',
    }),
    shown: (world: World, { context }: AnyMachineSnapshot) => ({
      ...listed(world, { context } as never),
      more: world.isAway ? null : 'Show more',
    }),
    complete: (world: World, { context }: AnyMachineSnapshot) =>
      listed(world, { context } as never),
    stale: () => nothing,
    failed: (world: World, { context }: AnyMachineSnapshot) => ({
      ...listed(world, { context } as never),
      ...(!world.isAway &&
        context.page === 0 && {
          choice: 'Show friends of [x] – All [ ] – Level 1 [ ] – Level 2 [ ] – Level 3',
        }),
      failure: world.isAway ? null : CUT,
    }),
  },
  undriven: {
    'list.empty --always [isPresent]--> list.loading': 'before the first step',
    ...lastResorts('list.loading', 'list.failed'),
  },
});
