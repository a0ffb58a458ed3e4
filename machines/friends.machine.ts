import { assign, enqueueActions, setup } from 'xstate';
import type { OutputOf } from '../contract/call.ts';
import type { invitedUsers } from '../contract/invite.calls.ts';
import type { VisibilityEvent } from './attention.ts';
import { createListMachine } from './list.machine.ts';
import { setVisibility } from './visibility.ts';

type Answer = OutputOf<typeof invitedUsers>;
export type Friend = Answer['list'][number];
/** number of friends of each level; every answer has them */
export type FriendCounts = Answer['counts'];
export type FriendLevel = 'all' | keyof FriendCounts;

interface Context {
  /** levels that were opened: each has its list */
  opened: FriendLevel[];
  isVisible: boolean;
}

type Event =
  | VisibilityEvent
  | { type: 'level.chosen'; level: FriendLevel }
  /** the lists may be outdated */
  | { type: 'data.outdated' };

const base = setup({
  types: {} as { context: Context; events: Event; children: Record<FriendLevel, 'list'> },
  actors: { list: createListMachine<Friend, FriendCounts, FriendLevel>() },
  guards: {
    isSame: (_, { chosen, level }: Record<'chosen' | 'level', FriendLevel>) => chosen === level,
  },
  actions: {
    open: enqueueActions(({ context: { opened, isVisible }, enqueue }, level: FriendLevel) => {
      if (opened.includes(level)) return;
      enqueue.spawnChild('list', { id: level, input: level });
      enqueue.sendTo(level, { type: 'visibility.changed', isVisible } satisfies VisibilityEvent);
      enqueue.assign({ opened: [...opened, level] });
    }),
    setVisibility: assign({ isVisible: (_, isVisible: boolean) => isVisible }),
    sendToLists: enqueueActions(({ context: { opened }, enqueue, event }) => {
      for (const level of opened) enqueue.sendTo(level, event);
    }),
  },
});

const chosen = <Level extends FriendLevel>(level: Level) =>
  ({
    guard: {
      type: 'isSame',
      params: ({ event }: { event: { level: FriendLevel } }) => ({ chosen: event.level, level }),
    },
    target: `.${level}`,
  }) as const;

const shown = (level: FriendLevel) => ({ entry: { type: 'open', params: level } }) as const;

/**
 * The friends who registered, of all three levels or of one. A level's list starts when it is first
 * opened, and keeps its pages afterwards.
 */
export const friendsMachine = base.createMachine({
  id: 'friends',
  context: { opened: [], isVisible: false },
  on: {
    'level.chosen': [chosen('all'), chosen('level1'), chosen('level2'), chosen('level3')],
    'data.outdated': { actions: 'sendToLists' },
    'visibility.changed': { actions: [setVisibility, 'sendToLists'] },
  },
  initial: 'all',
  states: {
    all: shown('all'),
    level1: shown('level1'),
    level2: shown('level2'),
    level3: shown('level3'),
  },
});
