import { expect, test } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { Video } from '../../contract/shapes.ts';
import type { ClipPage } from '../../machines/feed/slots.ts';
import { provideFeed } from '../../src/app/actors/feed.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

const clip = (id: number) => ({ id }) as Video;
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/**
 * A fake server with `count` clips, which records the requested pages.
 * @param linked the clip in the page's address; it exists if its id is not above `count`
 */
function server(count: number, linked?: { id: number; isWatched: boolean }) {
  const asked: unknown[] = [];
  const api = async (
    { path }: { path: string },
    { page, limit, video }: { page: number; limit: number; video?: string },
    { signal }: { signal?: AbortSignal },
  ) => {
    expect(signal).toBeInstanceOf(AbortSignal);
    asked.push([path, page, limit, ...(video === undefined ? [] : [video])]);
    const list = upTo(count)
      .slice((page - 1) * limit, page * limit)
      .map(clip);
    const shown = linked && { video: clip(linked.id), watched_today: linked.isWatched };
    return {
      ...(video !== undefined && { linked: Number(video) <= count ? shown : null }),
      list,
      page,
      total: count,
      remaining_today: 7,
      limit_today: 20,
      extra_shares_left: 1,
      rewards_paused: false,
    };
  };
  const none = { read: () => null, write: () => undefined };
  const storage = { session: none, cachedFeed: none, serverAheadMs: none };
  const linkedClip = linked && String(linked.id);
  const effects = { api, storage, linkedClip } as unknown as Effects;
  const logic = provideFeed(effects).implementations.actors.loadClips as AnyActorLogic;
  const load = (isMember: boolean, knownIds: number[]): Promise<ClipPage> =>
    toPromise(createActor(logic, { input: { isMember, knownIds, isListLoaded: false } }).start());
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
])(
  'the first page for a member, of %i clips in all, is complete: %s',
  async (count, isComplete) => {
    const { asked, load } = server(count);
    const page = await load(true, []);
    expect([ids(page), page.isComplete]).toEqual([upTo(Math.min(count, 20)), isComplete]);
    expect(page.count).toEqual({ remaining: 7, dailyLimit: 20, extraSharesLeft: 1 });
    expect(asked).toEqual([[PLAYABLE, 1, 20]]);
  },
);

test.each([
  ['all clips of a full page are known', 100, upTo(100), [1]],
  ['the next page has a new clip', 101, upTo(100), [1, 2]],
  ['the first page has a new clip', 101, upTo(90), [1]],
])(
  'for a member only the pages that are needed are requested: %s',
  async (_, count, known, pages) => {
    const { asked, load } = server(count);
    const page = await load(true, known);
    expect(asked).toEqual(pages.map((number) => [PLAYABLE, number, 100]));
    expect(page.isComplete).toBe(count <= pages.length * 100);
  },
);

test.each([
  [20, [], 1, true],
  [21, [], 1, false],
  [40, upTo(20), 2, true],
  [41, upTo(20), 2, false],
])(
  'for a visitor one page after another is requested, of %i clips in all',
  async (count, known, page, isComplete) => {
    const { asked, load } = server(count);
    const answer = await load(false, known);
    expect(asked).toEqual([[PUBLIC, page, 20]]);
    expect([answer.count, answer.isComplete]).toEqual([null, isComplete]);
    expect(ids(answer)[0]).toBe((page - 1) * 20 + 1);
  },
);

test.each([true, false])(
  'the linked clip comes first, and once (a member: %s)',
  async (isMember) => {
    const { asked, load } = server(60, { id: 7, isWatched: false });
    const { clips, isLinkGone } = await load(isMember, []);
    expect(clips.map(({ video }) => video.id)).toEqual([7, ...upTo(6), ...upTo(20, 8)]);
    expect([clips[0]?.isOpen, isLinkGone]).toEqual([true, false]);
    expect(asked).toEqual([[isMember ? PLAYABLE : PUBLIC, 1, 20, '7']]);
  },
);

test('the linked clip comes once when two pages are requested', async () => {
  const { asked, load } = server(101, { id: 30, isWatched: false });
  expect(ids(await load(true, upTo(100)))).toEqual([30, ...upTo(29), ...upTo(101, 31)]);
  expect(asked).toHaveLength(2);
});

test('a linked clip that was watched today comes first, and earns nothing', async () => {
  const { load } = server(60, { id: 30, isWatched: true });
  const { clips } = await load(true, []);
  expect(clips.slice(0, 2)).toMatchObject([
    { video: { id: 30 }, isOpen: false },
    { video: { id: 1 }, isOpen: true },
  ]);
});

test('a link to a deleted clip is reported once, and not requested again', async () => {
  const { asked, load } = server(60, { id: 61, isWatched: false });
  const first = await load(false, []);
  expect([ids(first), first.isLinkGone]).toEqual([upTo(20), true]);
  expect((await load(true, upTo(20))).isLinkGone).toBe(false);
  expect(asked.map((each) => (each as unknown[])[3])).toEqual(['61', undefined]);
});
