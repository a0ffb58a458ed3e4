import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallFailure } from '../../contract/failure.ts';
import type { Video } from '../../contract/shapes.ts';
import type { ClipPage } from '../../machines/feed/slots.ts';
import { cacheWithFallback, storePaid } from '../../src/ports/cached-feed.ts';
import type { Storage } from '../../src/ports/storage.ts';

const NOW = '2026-03-09T12:00:00.000Z';

/** The media files that this device has cached. */
let files: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW) });
  files = ['/media/clips/1.mp4', '/media/clips/2.mp4'];
  const keys = async () => files.map((path) => new Request(`https://clipurse.test${path}`));
  const drop = async (address: string) => {
    files = files.filter((path) => path !== address);
  };
  vi.stubGlobal('caches', { open: async () => ({ keys, delete: drop }) });
  vi.stubGlobal('location', { href: 'https://clipurse.test/' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A device without queued claims. @param userId the member; null: a visitor */
function device(userId: () => number | null = () => null) {
  let list: string | null = null;
  const cachedFeed = {
    read: () => list,
    write: (next: string | null) => {
      list = next;
    },
  };
  const nothing = { read: () => null };
  const session = { read: () => ({ user: { id: userId() } }) };
  return { cachedFeed, session, serverAheadMs: nothing } as unknown as Storage;
}

const clip = (id: number): Video => ({
  id,
  title: `Clip ${id}`,
  author: 'ada',
  url: `/media/clips/${id}.mp4`,
  poster: `/media/clips/${id}.webp`,
  width: 720,
  height: 1280,
  duration_ms: 9_000,
  watch_seconds: 5,
  reward: '0.0500',
  sources: [],
});

const page: ClipPage = {
  clips: [1, 2, 3].map((id) => ({ video: clip(id), isOpen: true })),
  count: { remaining: 7, dailyLimit: 20, extraSharesLeft: 1 },
  isComplete: true,
};

/** A device that has cached the page. */
async function given(): Promise<Storage> {
  const storage = device();
  expect(await cacheWithFallback(storage, Promise.resolve(page), null, false)).toBe(page);
  return storage;
}

const fails = (failure: CallFailure) => Promise.reject(failure);
const OFFLINE: CallFailure = { kind: 'offline' };

const ANSWERS: CallFailure[] = [
  { kind: 'refused', reason: 'daily_limit_reached' },
  { kind: 'faulted', status: 404 },
  { kind: 'sessionEnded', code: 401 },
];

test.each(ANSWERS)(
  'a final failure is reported although a list is cached: $kind',
  async (failure) => {
    const storage = await given();
    await expect(cacheWithFallback(storage, fails(failure), null, false)).rejects.toEqual(failure);
  },
);

const NO_ANSWERS: CallFailure[] = [
  OFFLINE,
  { kind: 'timeout' },
  { kind: 'malformed' },
  { kind: 'faulted', status: 429 },
  { kind: 'faulted', status: 503 },
];

test.each(NO_ANSWERS)(
  'the cached clips are returned if the server does not answer: $kind',
  async (failure) => {
    const storage = await given();
    const last = await cacheWithFallback(storage, fails(failure), null, false);
    expect(last.clips.map(({ video, isOpen, src }) => [video.id, isOpen, src])).toEqual([
      [1, true, '/media/clips/1.mp4'],
      [2, true, '/media/clips/2.mp4'],
    ]);
    expect(last).toMatchObject({ count: page.count, isComplete: false, failure });
  },
);

test('a pause of rewards is not restored from the cache: the answer to a claim reports it', async () => {
  const storage = device();
  await cacheWithFallback(storage, Promise.resolve({ ...page, isPaused: true }), null, false);
  const last = await cacheWithFallback(storage, fails(OFFLINE), null, false);
  expect(last.clips).toHaveLength(2);
  expect(last.isPaused ?? false).toBe(false);
});

test('a cached clip that was paid since is closed, comes last, and is counted', async () => {
  const storage = await given();
  storePaid(storage, 1);
  const last = await cacheWithFallback(storage, fails(OFFLINE), null, false);
  expect(last.clips.map(({ video, isOpen }) => [video.id, isOpen])).toEqual([
    [2, true],
    [1, false],
  ]);
  expect(last.count).toEqual({ remaining: 6, dailyLimit: 20, extraSharesLeft: 1 });
});

test('all cached clips can earn again a day later, up to the daily limit', async () => {
  const storage = await given();
  storePaid(storage, 1);
  vi.setSystemTime('2026-03-10T00:00:00.000Z');
  const last = await cacheWithFallback(storage, fails(OFFLINE), null, false);
  expect(last.clips.map(({ isOpen }) => isOpen)).toEqual([true, true]);
  expect(last.count?.remaining).toBe(20);
});

test('a cached clip that another user’s list reports as taken down is not shown again', async () => {
  const storage = await given();
  // this member has logged out: the list is not cached, but its taken-down files are deleted
  const answer = { ...page, takenDown: ['/media/clips/2.mp4', '/media/clips/2.webp'] };
  await cacheWithFallback(storage, Promise.resolve(answer), 5, true);
  await expect.poll(() => files).toEqual(['/media/clips/1.mp4']);
  const last = await cacheWithFallback(storage, fails(OFFLINE), null, false);
  expect(last.clips.map(({ video }) => video.id)).toEqual([1]);
});

test('only files that were taken down are deleted from the cache', async () => {
  const storage = await given();
  for (const [takenDown, left] of [
    [[], ['/media/clips/1.mp4', '/media/clips/2.mp4']],
    [['/media/clips/2.mp4'], ['/media/clips/1.mp4']],
  ] as const) {
    await cacheWithFallback(
      storage,
      Promise.resolve({ ...page, takenDown: [...takenDown] }),
      5,
      true,
    );
    await expect.poll(() => files).toEqual(left);
  }
});

test('the failure is reported if no list, or no file of the list, is cached', async () => {
  await expect(cacheWithFallback(device(), fails(OFFLINE), null, false)).rejects.toEqual(OFFLINE);
  const storage = await given();
  files = [];
  await expect(cacheWithFallback(storage, fails(OFFLINE), null, false)).rejects.toEqual(OFFLINE);
});

test('the cached list is not returned while other clips are on screen', async () => {
  const storage = await given();
  await expect(cacheWithFallback(storage, fails(OFFLINE), null, true)).rejects.toEqual(OFFLINE);
});

test('the cached list is returned if the answer takes longer than two seconds', async () => {
  const storage = await given();
  const answers: ClipPage[] = [];
  const never = new Promise<ClipPage>(() => undefined);
  cacheWithFallback(storage, never, null, false).then((last) => answers.push(last));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toMatchObject([{ failure: { kind: 'timeout' }, isComplete: false }]);
});

test('a list is not cached if the user changed before its answer arrived', async () => {
  let userId: number | null = null;
  const storage = device(() => userId);
  const visitors = Promise.withResolvers<ClipPage>();
  const late = cacheWithFallback(storage, visitors.promise, null, false);
  userId = 1;
  await cacheWithFallback(storage, Promise.resolve(page), 1, false);
  visitors.resolve({ ...page, count: null });
  await late;
  expect((await cacheWithFallback(storage, fails(OFFLINE), 1, false)).count).toEqual(page.count);

  const firsts = Promise.withResolvers<ClipPage>();
  const latest = cacheWithFallback(storage, firsts.promise, 1, true);
  userId = 2;
  firsts.resolve(page);
  await latest;
  await expect(cacheWithFallback(storage, fails(OFFLINE), 2, false)).rejects.toEqual(OFFLINE);
});

test('a visitor’s list that an earlier version cached as a member’s is not shown to the member', async () => {
  const storage = device(() => 1);
  await cacheWithFallback(storage, Promise.resolve({ ...page, count: null }), 1, false);
  await expect(cacheWithFallback(storage, fails(OFFLINE), 1, false)).rejects.toEqual(OFFLINE);
});
