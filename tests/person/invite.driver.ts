import type { AnyMachineSnapshot } from 'xstate';
import {
  type Friend,
  type FriendCounts,
  type FriendLevel,
  friendsMachine,
} from '../../machines/friends.machine.ts';
import { createListMachine } from '../../machines/list.machine.ts';
import { defineDriver, done, failed, type Means } from './driver.ts';
import { NO_LINE, OFFLINE, OUR_FAULT } from './facts.ts';
import {
  answer,
  begin,
  choiceOf,
  counts,
  friends,
  nothing,
  ofLevel,
  PAGE,
  pageOf,
  places,
  rowsOf,
  type World,
} from './invite.facts.ts';
import { failing } from './stand.ts';
import { visibility } from './visibility.ts';

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
  beginnings: [
    { name: 'a member', first: [{ type: 'visibility.changed', isVisible: true }], begin },
  ],
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
    'friends --visibility.changed--> (stays)':
      'who looks at the lists is what their own driver does',
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

const lost = (why: string) => `Your invitations could not be loaded. ${why} Retry`;

/** What the list says of an answer that did not come. */
function lostOf({ failure, page, wanted }: AnyMachineSnapshot['context']): string | null {
  if (failure.kind !== 'offline') return lost(OUR_FAULT);
  if (page === 0) return NO_LINE;
  // somebody has asked for more
  return wanted > page ? lost(OFFLINE) : null;
}

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
      first: [{ type: 'visibility.changed', isVisible: true }],
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
      when: ({ context }) => context.isVisible,
      act: ({ page }) => page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded(),
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('loadPages', { kind: 'offline' })],
      when: ({ context }) => context.isVisible,
      act: ({ stand }) => stand.answer('invitedUsers', failing('cut')),
    },
    {
      name: 'the server fails',
      by: 'network',
      events: [failed('loadPages', { kind: 'faulted', status: 500 })],
      when: ({ context }) => context.isVisible,
      act: ({ stand }) => stand.answer('invitedUsers', failing({ faulted: 500 })),
    },
    {
      name: 'tries again',
      by: 'person',
      events: [{ type: 'retry.pressed' }],
      when: ({ context }) =>
        context.isVisible && context.failure !== null && lostOf(context) !== null,
      act: ({ page }) =>
        page.locator('.screen-invite').getByRole('button', { name: 'Retry' }).click(),
    },
    ...visibility('Invite'),
  ],
  facts: ({ page, wanted, isOutdated, total, failure, isVisible }) => [
    page,
    wanted,
    isOutdated,
    total,
    failure?.kind,
    isVisible,
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
      failure: world.isAway ? null : lostOf(context),
    }),
  },
  undriven: {
    'list.empty --always [isVisible]--> list.loading': 'before the first step',
  },
});
