import type { Database } from '../../database/database.ts';
import type { Candidate, Rule, Sources } from './places.ts';

/** `CHUNK`: index rows per read; `CHUNKS`: the most reads. */
const CHUNK = 128;
const CHUNKS = 8;
const PINNED = 10;
const NEWEST = 32;
const RAREST = 32;

interface Row {
  readonly video_id: bigint;
  readonly author: string;
  readonly added_on: string;
  readonly feed_rank: number;
  readonly feed_shown: number;
  readonly feed_language: string;
  readonly feed_countries: string[] | null;
}

const COLUMNS = `video_id, author, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as added_on,
  feed_rank, feed_shown, feed_language, feed_countries`;

/** SQL: whether the member has not seen the clip. With `exists`, it might read all rows ever served to the member. */
const UNSEEN = `(
  select seen_on from served
  where served.user_id = $1 and served.kind = 'video' and served.item_id = found.video_id
) is null`;

const candidateOf = (row: Row): Candidate => ({
  id: Number(row.video_id),
  author: row.author,
  addedOn: row.added_on,
  rank: row.feed_rank,
  shown: row.feed_shown,
  madeFor: row.feed_language !== '' ? 'language' : row.feed_countries && 'country',
});

/** The person for whom a list is made. */
export interface Reader {
  /** tag of the app's language; null: unknown, as for the shared list */
  readonly language: string | null;
  /** null: unknown */
  readonly country: string | null;
}

/** Values of `feed_language` that suit a reader: '', `pt`, `pt-PT`. */
const languagesOf = ({ language }: Reader): string[] =>
  language === null ? [''] : [...new Set(['', new Intl.Locale(language).language, language])];

/** SQL: whether a clip suits the country. */
const suitsCountry = (country: string) =>
  `(feed_countries is null or coalesce(${country} = any(feed_countries), false))`;

/** SQL: the first clips of an order, read from one index range per language of `tags`. */
const firstOf = (tags: string, where: string, order: string, count: number) => `
  select clip.* from unnest(${tags}::text[]) as reader(tag) cross join lateral (
    select * from video where disabled_at is null and feed_language = tag and ${where}
    order by ${order} limit ${count}
  ) as clip order by ${order} limit ${count}`;

/** A position in the order of the rank's index. */
export interface RankPlace {
  readonly rank: number;
  readonly id: bigint;
}

const PROMOTED = `
  select source, ${COLUMNS} from (
    (select 'pinned' as source, * from video
     where pinned_at is not null and disabled_at is null and feed_language = any($4)
       and ${suitsCountry('$5')}
     order by pinned_at desc limit ${PINNED})
    union all
    select 'newest', newest.* from (${firstOf('$4', "created_at >= $2::date::timestamp at time zone 'UTC'", 'created_at desc', NEWEST)}) as newest
    union all
    select 'rarest', rarest.* from (${firstOf('$4', 'feed_shown < $3', 'feed_shown, video_id', RAREST)}) as rarest
  ) as found where ${suitsCountry('$5')} and ${UNSEEN}`;

async function findPromoted(db: Database, userId: bigint, reader: Reader, rule: Rule) {
  const { rows } = await db.query<Row & { readonly source: string }>({
    name: 'feed_fresh',
    text: PROMOTED,
    values: [userId, rule.newFrom, rule.trial, languagesOf(reader), reader.country],
  });
  const of = (source: string) => rows.filter((row) => row.source === source).map(candidateOf);
  return { pinned: of('pinned'), newest: of('newest'), rarest: of('rarest') };
}

const AFTER = '(feed_rank, video_id) > ($2, $3)';
const RANKED = 'feed_rank, video_id';

/** Reads clips in the reader's languages, for all countries, so that the next chunk continues after the last row. */
const BY_RANK = {
  name: 'feed_by_rank',
  text: `
  select ${COLUMNS}, case when ${suitsCountry('$5')} then ${UNSEEN} else false end as is_unseen
  from (${firstOf('$4', AFTER, RANKED, CHUNK)}) as found order by ${RANKED}`,
};

/** Reads clips for all languages and countries; only clips that do not suit the reader count as unseen. */
const ELSEWHERE = {
  name: 'feed_elsewhere',
  text: `
  select ${COLUMNS}, case when feed_language = any($4) and ${suitsCountry('$5')} then false
    else ${UNSEEN} end as is_unseen
  from (
    select * from video where disabled_at is null and ${AFTER} order by ${RANKED} limit ${CHUNK}
  ) as found order by ${RANKED}`,
};

const FIRST: RankPlace = { rank: -(2 ** 31), id: 0n };

const placeOf = ({ feed_rank: rank, video_id: id }: Row): RankPlace => ({ rank, id });

const isAfter = (one: RankPlace, other: RankPlace) =>
  one.rank === other.rank ? one.id > other.id : one.rank > other.rank;

interface RankedRow extends Row {
  readonly is_unseen: boolean;
}

async function readChunk(
  db: Database,
  statement: typeof BY_RANK,
  userId: bigint,
  reader: Reader,
  { rank, id }: RankPlace,
): Promise<readonly RankedRow[]> {
  const values = [userId, rank, id, languagesOf(reader), reader.country];
  return (await db.query<RankedRow>({ ...statement, values })).rows;
}

/**
 * Finds the best unseen clips. The search starts at the first unseen clip of the member's last list; after the last
 * clip it continues from the best one. `unseen` in the result is the place where the next list's search starts.
 */
async function findBest(
  db: Database,
  statement: typeof BY_RANK,
  { userId, reader, from, taken, count: wanted }: Omit<Wanted, 'rule' | 'risenFrom'>,
): Promise<{ best: Candidate[]; unseen: RankPlace | null }> {
  const best: Candidate[] = [];
  let [at, unseen, hasWrapped, isSeen] = [from ?? FIRST, from, from === null, true];
  for (let chunk = 0; chunk < CHUNKS && best.length < wanted; chunk += 1) {
    const rows = await readChunk(db, statement, userId, reader, at);
    for (const row of rows) {
      at = placeOf(row);
      if (from && hasWrapped && isAfter(at, from)) return { best, unseen };
      if (row.is_unseen) isSeen = false;
      else if (isSeen) unseen = at;
      if (row.is_unseen && !taken.has(Number(row.video_id))) best.push(candidateOf(row));
    }
    if (rows.length === CHUNK) continue;
    if (hasWrapped) break;
    [at, hasWrapped] = [FIRST, true];
    if (isSeen) unseen = null;
  }
  return { best, unseen };
}

/**
 * Finds unseen clips that now rank before the first unseen clip of the last list. Reads one chunk of clips.
 * @returns also the place where the next list continues; null: at the best clip
 */
async function findRisen(
  db: Database,
  { userId, reader, from, risenFrom, taken }: Omit<Wanted, 'rule' | 'count'>,
): Promise<{ risen: Candidate[]; next: RankPlace | null }> {
  if (from === null) return { risen: [], next: null };
  const rows = await readChunk(db, BY_RANK, userId, reader, risenFrom ?? FIRST);
  const before = rows.filter((row) => isAfter(from, placeOf(row)));
  const unseen = before.findIndex(({ is_unseen }) => is_unseen);
  const seen = unseen === -1 ? before : before.slice(0, unseen);
  const last = seen.at(-1);
  const isOver = unseen === -1 && before.length < CHUNK;
  return {
    risen: before
      .filter(({ is_unseen }) => is_unseen)
      .map(candidateOf)
      .filter(({ id }) => !taken.has(id)),
    next: isOver ? null : last ? placeOf(last) : risenFrom,
  };
}

const AGAIN = `
  select ${COLUMNS} from (
    select item_id as video_id, seen_on from served
    where user_id = $1 and kind = 'video' and seen_on is not null
    order by seen_on, item_id limit $2
  ) as found join video using (video_id)
  where disabled_at is null order by seen_on, video_id`;

/** Clips that the member has seen, those seen longest ago first. */
async function findSeenClips(db: Database, userId: bigint, taken: ReadonlySet<number>) {
  // the limit includes clips that are in the list already
  const { rows } = await db.query<Row>(AGAIN, [userId, taken.size + CHUNK]);
  return rows.map(candidateOf).filter(({ id }) => !taken.has(id));
}

interface Wanted {
  readonly userId: bigint;
  readonly reader: Reader;
  /** where the search in the rank's index begins; null: at the best clip */
  readonly from: RankPlace | null;
  /** where the search for clips that have risen begins; null: at the best clip */
  readonly risenFrom: RankPlace | null;
  readonly rule: Rule;
  /** the clips of the list so far */
  readonly taken: ReadonlySet<number>;
  readonly count: number;
}

/**
 * Clips for the next places of a list, and the places where the next list continues its searches. Reads a bounded
 * number of rows of each index, for any size of the catalogue and of the member's history.
 */
export async function findSources(
  db: Database,
  { rule, ...wanted }: Wanted,
): Promise<{ sources: Sources; unseen: RankPlace | null; risenFrom: RankPlace | null }> {
  const { userId, reader, taken, count } = wanted;
  const promoted = await findPromoted(db, userId, reader, rule);
  const { risen, next: risenFrom } = await findRisen(db, wanted);
  const { best: following, unseen } = await findBest(db, BY_RANK, wanted);
  const risenIds = new Set(risen.map(({ id }) => id));
  // `findBest` wraps around, and may find the risen clips too
  const best = [...risen, ...following.filter(({ id }) => !risenIds.has(id))];
  const left = (clips: readonly Candidate[]) => clips.filter(({ id }) => !taken.has(id));
  const sources = {
    pinned: left(promoted.pinned),
    newest: left(promoted.newest),
    rarest: left(promoted.rarest),
    best,
  };
  const known = new Set(
    Object.values(sources)
      .flat()
      .map(({ id }) => id),
  );
  const missing = count - known.size;
  const others = { ...wanted, from: null, count: missing };
  const { best: elsewhere } = missing > 0 ? await findBest(db, ELSEWHERE, others) : { best: [] };
  const again = elsewhere.length < missing ? await findSeenClips(db, userId, taken) : [];
  return { sources: { ...sources, elsewhere, again }, unseen, risenFrom };
}
