import * as v from 'valibot';
import type { CallFailure } from '../../contract/failure.ts';
import { type Video, video } from '../../contract/shapes.ts';
import { failureOf, isFinal } from '../../machines/failure.ts';
import type { ClipPage } from '../../machines/feed/slots.ts';
import { openClaimStore } from './claim-store.ts';
import { CAPTIONS_CACHE, CLIPS_CACHE, POSTERS_CACHE } from './media-cache.ts';
import type { Storage } from './storage.ts';

/** Maximum wait for the server without a clip on screen; then the cached list is shown. */
const PATIENCE_MS = 2_000;

const count = v.object({
  remaining: v.number(),
  dailyLimit: v.number(),
  extraSharesLeft: v.number(),
});

const cachedFeed = v.object({
  userId: v.nullable(v.number()),
  day: v.string(),
  page: v.object({
    clips: v.array(v.object({ video, isOpen: v.boolean() })),
    count: v.nullable(count),
  }),
  /** ids of the clips that were paid after the list was cached */
  paid: v.array(v.number()),
});
type CachedFeed = v.InferOutput<typeof cachedFeed>;

/** The UTC day by the estimate of the server's clock. */
const utcDay = ({ serverAheadMs }: Storage) =>
  new Date(Date.now() + (serverAheadMs.read() ?? 0)).toISOString().slice(0, 10);

const userIdIn = ({ session }: Storage) => session.read()?.user?.id ?? null;

/** The cached feed of the logged-in user, or of the visitor; null: none. */
function read(storage: Storage): CachedFeed | null {
  try {
    const kept = v.parse(cachedFeed, JSON.parse(storage.cachedFeed.read() ?? ''));
    // earlier versions could cache a visitor's list as a member's
    const isConsistent = kept.userId === null || kept.page.count !== null;
    return isConsistent && kept.userId === userIdIn(storage) ? kept : null;
  } catch {
    return null;
  }
}

const write = ({ cachedFeed }: Storage, kept: CachedFeed) => cachedFeed.write(JSON.stringify(kept));

function cacheFeed(storage: Storage, userId: number | null, { clips, count }: ClipPage): void {
  // an answer may arrive after a log-in: a visitor's list has no count, which would mean "limit reached"
  if (userId !== userIdIn(storage)) return;
  const page = { clips, count };
  write(storage, { userId, day: utcDay(storage), page, paid: [] });
}

/** Marks a clip of the cached list as paid: it earns no more. */
export function storePaid(storage: Storage, videoId: number): void {
  const kept = read(storage);
  if (kept) write(storage, { ...kept, paid: [...kept.paid, videoId] });
}

/** Address of a clip's file in the cache; undefined: none. */
async function cachedFileOf({ url, sources = [] }: Video): Promise<string | undefined> {
  const keys = await (await caches.open(CLIPS_CACHE)).keys();
  const kept = new Set(keys.map((request) => new URL(request.url).pathname));
  const pathOf = (address: string) => new URL(address, location.href).pathname;
  return [url, ...sources.map((source) => source.url)].find((each) => kept.has(pathOf(each)));
}

/** Deletes the cached clips, posters and captions that were taken down. */
async function dropTakenDown(addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0 || !('caches' in globalThis)) return;
  for (const name of [CLIPS_CACHE, POSTERS_CACHE, CAPTIONS_CACHE]) {
    const cache = await caches.open(name);
    // older workers cached some files under an address whose query names the member
    const all = { ignoreVary: true, ignoreSearch: true };
    await Promise.all(addresses.map((address) => cache.delete(address, all)));
  }
}

/** Clips whose file is cached, in the order: clips that can still earn, other clips. */
async function cachedClips({ page }: CachedFeed, earned: ReadonlySet<number>) {
  const clips: ClipPage['clips'] = [];
  for (const { video, isOpen } of page.clips) {
    const src = await cachedFileOf(video);
    if (src) clips.push({ video, isOpen: isOpen && !earned.has(video.id), src });
  }
  return [...clips.filter(({ isOpen }) => isOpen), ...clips.filter(({ isOpen }) => !isOpen)];
}

/** Clips with a queued claim; none where the claim store cannot be read. */
async function queuedClipIds(userId: number | null): Promise<number[]> {
  if (userId === null) return [];
  const store = openClaimStore();
  try {
    return await store.clipsOf(userId);
  } catch {
    return [];
  } finally {
    store.close();
  }
}

/**
 * Returns the last list of this user, reduced to cached clips; null: none. A pause of rewards does not matter: a
 * claim that is earned during a pause waits until it is paid.
 */
async function readCachedFeed(storage: Storage, failure: CallFailure): Promise<ClipPage | null> {
  const kept = read(storage);
  if (!kept || !('caches' in globalThis)) return null;
  const isSameDay = kept.day === utcDay(storage);
  const paid = isSameDay ? kept.paid : [];
  // clips with a queued claim are earned, too
  const earned = new Set([...paid, ...(await queuedClipIds(kept.userId))]);
  const clips = await cachedClips(kept, earned);
  if (clips.length === 0) return null;
  const { count } = kept.page;
  const before = count && (isSameDay ? count.remaining : count.dailyLimit);
  const remaining = Math.max((before ?? 0) - earned.size, 0);
  return { clips, count: count && { ...count, remaining }, isComplete: false, failure };
}

/** Whether the server has rejected the request: then the cached list is not shown. */
const isRejection = (failure: CallFailure) => isFinal(failure) || failure.kind === 'sessionEnded';

/**
 * Caches the list of the server's answer; without an answer, or without one in time, returns the cached list.
 * @param userId the user of the request; null: a visitor
 * @param isListLoaded whether clips are on screen: then only the server's answer counts
 */
export async function cacheWithFallback(
  storage: Storage,
  answer: Promise<ClipPage>,
  userId: number | null,
  isListLoaded: boolean,
): Promise<ClipPage> {
  const kept = answer.then((page) => {
    cacheFeed(storage, userId, page);
    dropTakenDown(page.takenDown ?? []).catch(() => undefined);
    return page;
  });
  if (isListLoaded) return kept;
  const found = kept.catch(async (error: unknown) => {
    const failure = failureOf(error);
    const last = isRejection(failure) ? null : await readCachedFeed(storage, failure);
    if (last) return last;
    throw failure;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
    .then(() => readCachedFeed(storage, { kind: 'timeout' }))
    .catch(() => null);
  return Promise.race([found, late.then((last) => last ?? found)]);
}
