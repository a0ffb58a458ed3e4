import * as v from 'valibot';
import type { CallFailure } from '../../contract/failure.ts';
import { type Video, video } from '../../contract/shapes.ts';
import { failureOf, isFinal } from '../../machines/failure.ts';
import type { ClipPage } from '../../machines/feed/slots.ts';
import { openClaimStore } from './claim-store.ts';
import { CAPTIONS_CACHE, CLIPS_CACHE, POSTERS_CACHE } from './media-cache.ts';
import type { Storage } from './storage.ts';

/** Whoever sees nothing yet does not wait longer than this for a connection that may be dead. */
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
  /** the clips that were paid since, by their ids */
  paid: v.array(v.number()),
});
type CachedFeed = v.InferOutput<typeof cachedFeed>;

/** The day by the server's clock, as far as it is known. */
const utcDay = ({ serverAheadMs }: Storage) =>
  new Date(Date.now() + (serverAheadMs.read() ?? 0)).toISOString().slice(0, 10);

const userIdIn = ({ session }: Storage) => session.read()?.user?.id ?? null;

/** What is kept for whoever is there. */
function read(storage: Storage): CachedFeed | null {
  try {
    const kept = v.parse(cachedFeed, JSON.parse(storage.cachedFeed.read() ?? ''));
    // earlier versions could keep a visitor's list as a member's
    const isOnes = kept.userId === null || kept.page.count !== null;
    return isOnes && kept.userId === userIdIn(storage) ? kept : null;
  } catch {
    return null;
  }
}

const write = ({ cachedFeed }: Storage, kept: CachedFeed) => cachedFeed.write(JSON.stringify(kept));

function cacheFeed(storage: Storage, userId: number | null, { clips, count }: ClipPage): void {
  // the answer may come after a log-in: a visitor's list has no count, which would mean "limit reached"
  if (userId !== userIdIn(storage)) return;
  const page = { clips, count };
  write(storage, { userId, day: utcDay(storage), page, paid: [] });
}

/** What is kept of the list pays for this clip no more. */
export function storePaid(storage: Storage, videoId: number): void {
  const kept = read(storage);
  if (kept) write(storage, { ...kept, paid: [...kept.paid, videoId] });
}

/** The file of a clip that this device has; undefined: none. */
async function cachedFileOf({ url, sources = [] }: Video): Promise<string | undefined> {
  const keys = await (await caches.open(CLIPS_CACHE)).keys();
  const kept = new Set(keys.map((request) => new URL(request.url).pathname));
  const pathOf = (address: string) => new URL(address, location.href).pathname;
  return [url, ...sources.map((source) => source.url)].find((each) => kept.has(pathOf(each)));
}

/** Clips and posters that were taken down go from this device. */
async function dropTakenDown(addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0 || !('caches' in globalThis)) return;
  for (const name of [CLIPS_CACHE, POSTERS_CACHE, CAPTIONS_CACHE]) {
    const cache = await caches.open(name);
    // a worker of before has kept some under the address of a list, which names whose it was
    const all = { ignoreVary: true, ignoreSearch: true };
    await Promise.all(addresses.map((address) => cache.delete(address, all)));
  }
}

/** Those that this device still has; the ones that can earn first. */
async function clipsHere({ page }: CachedFeed, earned: ReadonlySet<number>) {
  const clips: ClipPage['clips'] = [];
  for (const { video, isOpen } of page.clips) {
    const src = await cachedFileOf(video);
    if (src) clips.push({ video, isOpen: isOpen && !earned.has(video.id), src });
  }
  return [...clips.filter(({ isOpen }) => isOpen), ...clips.filter(({ isOpen }) => !isOpen)];
}

/** Where claims cannot be kept, none is known. */
async function clipsWaiting(userId: number | null): Promise<number[]> {
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
 * The last clips that this person was given, as far as they are here; null: none. A pause of rewards
 * then is none of now: what is earned in one waits until it is paid.
 */
async function recallFeed(storage: Storage, failure: CallFailure): Promise<ClipPage | null> {
  const kept = read(storage);
  if (!kept || !('caches' in globalThis)) return null;
  const isSameDay = kept.day === utcDay(storage);
  const paid = isSameDay ? kept.paid : [];
  // what waits to be sent is earned, too
  const earned = new Set([...paid, ...(await clipsWaiting(kept.userId))]);
  const clips = await clipsHere(kept, earned);
  if (clips.length === 0) return null;
  const { count } = kept.page;
  const before = count && (isSameDay ? count.remaining : count.dailyLimit);
  const remaining = Math.max((before ?? 0) - earned.size, 0);
  return { clips, count: count && { ...count, remaining }, isComplete: false, failure };
}

/** An answer of the server's is no reason to show anything else. */
const isAnswer = (failure: CallFailure) => isFinal(failure) || failure.kind === 'sessionEnded';

/**
 * Keeps the list that the server answers with; where no answer comes, gives the last one.
 * @param userId who has asked for it; null: a visitor
 * @param isAwaited there is something to look at meanwhile: nothing else than the answer will do
 */
export async function cacheOrRecall(
  storage: Storage,
  answer: Promise<ClipPage>,
  userId: number | null,
  isAwaited: boolean,
): Promise<ClipPage> {
  const kept = answer.then((page) => {
    cacheFeed(storage, userId, page);
    dropTakenDown(page.takenDown ?? []).catch(() => undefined);
    return page;
  });
  if (isAwaited) return kept;
  const found = kept.catch(async (error: unknown) => {
    const failure = failureOf(error);
    const last = isAnswer(failure) ? null : await recallFeed(storage, failure);
    if (last) return last;
    throw failure;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
    .then(() => recallFeed(storage, { kind: 'timeout' }))
    .catch(() => null);
  return Promise.race([found, late.then((last) => last ?? found)]);
}
