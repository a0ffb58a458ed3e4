import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  type Friend,
  type FriendCounts,
  type FriendLevel,
  friendsMachine,
} from '../../machines/friends.machine.ts';
import { selectFriendList, selectLevel } from '../../machines/friends.selectors.ts';
import { createListMachine, type Page, type Span } from '../../machines/list.machine.ts';
import { selectItems, selectSummary } from '../../machines/list.selectors.ts';
import { controlledPromise, look } from './scenarios.ts';

const counts: FriendCounts = { level1: 1, level2: 0, level3: 0 };
const friend: Friend = {
  username: 'a***a',
  level: 1,
  reward: '0.0700',
  created_at: '2026-01-02T03:04:05.000Z',
};

test('the list of a level is loaded when the level is first shown, and is kept', async () => {
  const load = controlledPromise<Page<Friend, FriendCounts>, Span<FriendLevel>>();
  const list = createListMachine<Friend, FriendCounts, FriendLevel>().provide({
    actors: { loadPages: load.logic },
  });
  const actor = createActor(friendsMachine.provide({ actors: { list } })).start();
  actor.send(look);
  const asked = () => load.inputs().map(({ filter }) => filter);
  const listOf = (level: FriendLevel) => selectFriendList(level)(actor.getSnapshot());
  await load.answer({ list: [friend], page: 1, total: 1, summary: counts });
  expect([listOf('level2'), asked()]).toEqual([undefined, ['all']]);

  actor.send({ type: 'level.chosen', level: 'level2' });
  await load.answer({ list: [], page: 1, total: 0, summary: counts });
  actor.send({ type: 'level.chosen', level: 'all' });
  expect([selectLevel(actor.getSnapshot()), asked()]).toEqual(['all', ['all', 'level2']]);
  const everybody = listOf('all')?.getSnapshot();
  expect(everybody && [selectItems(everybody), selectSummary(everybody)]).toEqual([
    [friend],
    counts,
  ]);

  actor.send({ type: 'data.outdated' });
  expect(asked()).toEqual(['all', 'level2', 'all', 'level2']);
});
