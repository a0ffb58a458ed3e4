import type { PlaceReason } from '../../../contract/clip.calls.ts';

/** A clip that may get a place in a list. */
export interface Candidate {
  readonly id: number;
  readonly author: string;
  /** the UTC day on which it was added to the catalogue */
  readonly addedOn: string;
  /** distance of its share of finished showings from the average, in 1/10,000; lower is better */
  readonly rank: number;
  /** number of showings */
  readonly shown: number;
  /** the attribute of the clip that matches this member; null: the clip is for everybody */
  readonly madeFor: 'language' | 'country' | null;
}

/** Clips from one search per index; only `again` has clips that this member has seen. */
export interface Sources {
  readonly pinned: readonly Candidate[];
  readonly newest: readonly Candidate[];
  /** the clips shown least */
  readonly rarest: readonly Candidate[];
  /** the clips finished most */
  readonly best: readonly Candidate[];
  /** clips for another language or country, the best first */
  readonly elsewhere: readonly Candidate[];
  /** seen clips, those seen longest ago first */
  readonly again: readonly Candidate[];
}

export interface Rule {
  /** one of this many places is for a new or rarely shown clip; 0: none */
  readonly newEvery: number;
  /** clips added on this UTC day or later are new */
  readonly newFrom: string;
  /** number of showings below which a clip is rarely shown */
  readonly trial: number;
  /** maximum number of places by which chance moves a clip of `best` up or down */
  readonly spread: number;
  /** number of consecutive places of which an author has at most one */
  readonly authorGap: number;
  /** seed of all random choices: the member and the day */
  readonly seed: string;
}

export interface Place {
  readonly id: number;
  readonly reason: PlaceReason;
}

/** A list stores its reasons as one letter per place. */
export const REASON_LETTERS = {
  pinned: 'p',
  new: 'n',
  rarely_shown: 'r',
  finished: 'f',
  unseen: 'u',
  language: 'l',
  country: 'c',
  again: 'a',
} as const satisfies Record<PlaceReason, string>;

/** A pseudo-random number from 0 to 1 (exclusive), computed from the seed and the clip alone (FNV-1a, mixed). */
export function seededRandom(seed: string, id: number): number {
  let hash = 0x811c9dc5;
  for (const letter of `${seed}:${id}`) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const sortedBy = <Key extends number | string>(
  clips: readonly Candidate[],
  keyOf: (clip: Candidate) => Key,
) =>
  clips
    .map((clip) => ({ clip, key: keyOf(clip) }))
    .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ clip }) => clip);

/** The sources, each sorted in the order of use. */
function inOrder(sources: Sources, { seed, spread }: Rule): Sources {
  const byChance = sortedBy(sources.newest, ({ id }) => seededRandom(seed, id));
  const newest = sortedBy(byChance, ({ addedOn }) => addedOn).reverse();
  const rarest = sortedBy(sources.rarest, ({ id }) => seededRandom(seed, id));
  const byRank = sortedBy(sources.best, ({ rank }) => rank);
  const placeOf = new Map(byRank.map(({ id }, place) => [id, place]));
  const best = sortedBy(
    byRank,
    ({ id }) => (placeOf.get(id) ?? 0) + spread * (2 * seededRandom(seed, id) - 1),
  );
  return { ...sources, newest, rarest, best };
}

function reasonOf(clip: Candidate, isPinned: boolean, rule: Rule): PlaceReason {
  if (isPinned) return 'pinned';
  if (clip.addedOn >= rule.newFrom) return 'new';
  if (clip.shown < rule.trial) return 'rarely_shown';
  if (clip.rank < 0) return 'finished';
  return clip.madeFor ?? 'unseen';
}

/** The sources for a place, in the order of preference. */
function queuesOf(sources: Sources, place: number, { newEvery }: Rule): (readonly Candidate[])[] {
  const { pinned, newest, rarest, best } = sources;
  const isForNew = newEvery > 0 && place % newEvery === Math.floor(newEvery / 2);
  if (!isForNew) return [pinned, best, newest, rarest];
  // new and rarely shown clips take turns
  const isForNewest = Math.floor(place / newEvery) % 2 === 0;
  return isForNewest ? [pinned, newest, rarest, best] : [pinned, rarest, newest, best];
}

/** The first clip by an author without a recent place; else the clip whose author's last place is farthest back. */
function pick(
  queues: readonly (readonly Candidate[])[],
  taken: ReadonlySet<number>,
  authors: readonly string[],
): Candidate | undefined {
  let found: Candidate | undefined;
  let foundAt = Number.POSITIVE_INFINITY;
  for (const queue of queues) {
    for (const clip of queue) {
      if (taken.has(clip.id)) continue;
      const at = authors.lastIndexOf(clip.author);
      if (at === -1) return clip;
      if (at < foundAt) [found, foundAt] = [clip, at];
    }
  }
  return found;
}

/**
 * Returns the next places of a list: unseen clips for this member, then unseen clips for other languages and countries,
 * then the clips seen longest ago.
 * @param before authors of the places so far, at least of the last ones
 * @param start the number of places so far
 */
export function fillPlaces(
  sources: Sources,
  rule: Rule,
  before: readonly string[],
  start: number,
  count: number,
): Place[] {
  const ordered = inOrder(sources, rule);
  const taken = new Set<number>();
  const authors = [...before];
  const places: Place[] = [];
  while (places.length < count) {
    const near = rule.authorGap > 1 ? authors.slice(1 - rule.authorGap) : [];
    const fresh = pick(queuesOf(ordered, start + places.length, rule), taken, near);
    const elsewhere = fresh ? undefined : pick([ordered.elsewhere], taken, near);
    const clip = fresh ?? elsewhere ?? pick([ordered.again], taken, near);
    if (!clip) break;
    taken.add(clip.id);
    authors.push(clip.author);
    const isPinned = ordered.pinned.includes(clip);
    const other = elsewhere ? 'unseen' : 'again';
    places.push({ id: clip.id, reason: fresh ? reasonOf(clip, isPinned, rule) : other });
  }
  return places;
}
