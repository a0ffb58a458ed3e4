import { expect, test } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { Video } from '../../contract/shapes.ts';
import type { ClipPage } from '../../machines/feed/slots.ts';
import { provideFeed } from '../../src/app/actors/feed.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

const clip = (id: number) => ({ id }) as Video;
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** A server with so many clips, and the pages that it was asked for. */
function server(count: number) {
  const asked: unknown[] = [];
  const api = async (
    { path }: { path: string },
    { page, limit }: { page: number; limit: number },
    { signal }: { signal?: AbortSignal },
  ) => {
    expect(signal).toBeInstanceOf(AbortSignal);
    asked.push([path, page, limit]);
    const list = upTo(count)
      .slice((page - 1) * limit, page * limit)
      .map(clip);
    return {
      list,
      total: count,
      remaining_today: 7,
      limit_today: 20,
      extra_shares_left: 1,
      rewards_paused: false,
    };
  };
  const none = { read: () => null, write: () => undefined };
  const storage = { session: none, keptFeed: none, serverAheadMs: none };
  const effects = { api, storage, lateAd: {} } as unknown as Effects;
  const logic = provideFeed(effects).implementations.actors.loadClips as AnyActorLogic;
  const load = (isMember: boolean, knownIds: number[]): Promise<ClipPage> =>
    toPromise(createActor(logic, { input: { isMember, knownIds, isAwaited: false } }).start());
  return { asked, load };
}

const PLAYABLE = '/api/video/playable';
const PUBLIC = '/api/video/list';
const ids = ({ clips }: ClipPage) => clips.map(({ video }) => video.id);

test.each([
  [0, true],
  [19, true],
  [20, true],
  [21, false],
])('a member’s first page, of %i clips, is whole: %s', async (count, isComplete) => {
  const { asked, load } = server(count);
  const page = await load(true, []);
  expect([ids(page), page.isComplete]).toEqual([upTo(Math.min(count, 20)), isComplete]);
  expect(page.count).toEqual({ remaining: 7, dailyLimit: 20, extraSharesLeft: 1 });
  expect(asked).toEqual([[PLAYABLE, 1, 20]]);
});

test.each([
  ['all of a full page are known', 100, upTo(100), [1]],
  ['the next page has a new one', 101, upTo(100), [1, 2]],
  ['the first page has a new one', 101, upTo(90), [1]],
])('a member is asked for no more pages than it takes: %s', async (_, count, known, pages) => {
  const { asked, load } = server(count);
  const page = await load(true, known);
  expect(asked).toEqual(pages.map((number) => [PLAYABLE, number, 100]));
  expect(page.isComplete).toBe(count <= pages.length * 100);
});

test.each([
  [20, [], 1, true],
  [21, [], 1, false],
  [40, upTo(20), 2, true],
  [41, upTo(20), 2, false],
])(
  'a visitor of %i clips is given one page after another',
  async (count, known, page, isComplete) => {
    const { asked, load } = server(count);
    const answer = await load(false, known);
    expect(asked).toEqual([[PUBLIC, page, 20]]);
    expect([answer.count, answer.isComplete]).toEqual([null, isComplete]);
    expect(ids(answer)[0]).toBe((page - 1) * 20 + 1);
  },
);
