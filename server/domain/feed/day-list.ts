import { writeFailureReason } from '../../database/write-health.ts';
import type { Context } from '../context.ts';
import { takenDown } from '../gone-media.ts';
import { addMilliseconds, DAY, utcDay } from '../time.ts';
import { findSources, type RankPlace, type Reader } from './candidates.ts';
import { fillPlaces, type Place, REASON_LETTERS, type Rule } from './places.ts';
import { recordSeenClips } from './seen.ts';

/** Places that are added at once: enough for some pages, so that most requests for a page do not extend the list. */
const PLACES = 50;
/** The most places of a list; further clips follow by id, without a reason. */
const LONGEST = 500;
/** Maximum number of attempts to extend a list, because other requests may extend it at the same time. */
const TRIES = 3;
/** Owner of the shared list, for visitors, and without the setting `feed.personal` for members too. */
const EVERYBODY = 0n;

/** `$1` the owner of the list, `$2` the UTC day, `$3` the caller. */
const STATE = `
  select clips, reasons, unseen_rank, unseen_id, risen_rank, risen_id, seen_until, reader_language,
    reader_country,
    (select clips from shown_clips) as shown,
    (select array_agg(video_id) from watched where user_id = $3 and day = $2) as watched,
    (select count(*) from watched join video using (video_id)
      where watched.user_id = $3 and watched.day = $2 and disabled_at is null) as shown_watched,
    (select array_agg(video_id) from video
      where disabled_at >= $2::date::timestamp at time zone 'UTC') as disabled,
    ${takenDown('$2')},
    case when progress.day >= $2 then videos_today else 0 end as paid,
    case when progress.day >= $2 then extra_views_today else 0 end as extra_views,
    case when progress.day >= $2 then extra_times_today else 0 end as extra_times
  from (select) as one
  left join feed_list on feed_list.user_id = $1 and feed_list.day = $2
  left join feed_position on feed_position.user_id = $1
  left join progress on progress.user_id = $3
  left join lateral (
    select language as reader_language, country as reader_country from account where user_id = $3
  ) as reader on true`;

interface StateRow {
  readonly clips: bigint[] | null;
  readonly reasons: string | null;
  readonly unseen_rank: number | null;
  readonly unseen_id: bigint | null;
  readonly risen_rank: number | null;
  readonly risen_id: bigint | null;
  readonly seen_until: string | null;
  /** the app's last language, on any device */
  readonly reader_language: string | null;
  readonly reader_country: string | null;
  readonly shown: bigint;
  readonly watched: bigint[] | null;
  readonly shown_watched: bigint;
  readonly disabled: bigint[] | null;
  readonly taken_down: string[] | null;
  readonly paid: number | null;
  readonly extra_views: number | null;
  readonly extra_times: number | null;
}

/** A day's list, and the caller's counts for the answer. */
export interface DayList extends StateRow {
  /** all places, including clips watched or disabled since */
  readonly places: readonly Place[];
  /** the places whose clips can be watched now */
  readonly open: readonly Place[];
  /** number of clips that can be watched now, inside and outside of the list */
  readonly total: number;
}

const REASONS = Object.fromEntries(
  Object.entries(REASON_LETTERS).map(([reason, letter]) => [letter, reason]),
) as Readonly<Record<string, Place['reason']>>;

function listOf(row: StateRow): DayList {
  const places = (row.clips ?? []).map((id, place) => ({
    id: Number(id),
    reason: REASONS[row.reasons?.[place] ?? ''] ?? 'unseen',
  }));
  const gone = new Set([...(row.watched ?? []), ...(row.disabled ?? [])].map(Number));
  const open = places.filter(({ id }) => !gone.has(id));
  return { ...row, places, open, total: Number(row.shown - row.shown_watched) };
}

const isFull = (places: readonly Place[]) => places.length >= LONGEST;

/** Number of open places up to and including the clip `after`; all open places if a full list lacks it. */
export function countOpenPlacesUntil({ places, open }: DayList, after: number): number {
  const at = places.findIndex(({ id }) => id === after);
  if (at === -1) return isFull(places) ? open.length : 0;
  const before = new Set(places.slice(0, at + 1).map(({ id }) => id));
  return open.filter(({ id }) => before.has(id)).length;
}

async function read({ db, now }: Context, owner: bigint, userId: bigint): Promise<DayList> {
  const { rows } = await db.query<StateRow>({
    name: 'feed_state',
    text: STATE,
    values: [owner, utcDay(now), userId],
  });
  if (!rows[0]) throw new Error('no state of the list');
  return listOf(rows[0]);
}

function ruleOf({ settings, now }: Context, owner: bigint): Rule {
  return {
    newEvery: settings.get('feed.new_every'),
    newFrom: utcDay(addMilliseconds(now, -settings.get('feed.new_days') * DAY)),
    trial: settings.get('feed.trial_showings'),
    spread: settings.get('feed.spread'),
    authorGap: settings.get('feed.author_gap'),
    seed: `${owner}:${utcDay(now)}`,
  };
}

/** Adds places to a list that still has `$5` places; otherwise another request was faster, and nothing is added. */
const EXTEND = `
  with added as (
    insert into feed_list (user_id, day, clips, reasons) values ($1, $2, $3, $4)
    on conflict (user_id, day) do update
      set clips = feed_list.clips || excluded.clips, reasons = feed_list.reasons || excluded.reasons
      where cardinality(feed_list.clips) = $5
    returning user_id
  )
  insert into feed_position (user_id, unseen_rank, unseen_id, seen_until, risen_rank, risen_id)
  select user_id, $6::integer, $7::bigint, $2::date, $8::integer, $9::bigint from added
  on conflict (user_id) do update set unseen_rank = excluded.unseen_rank,
    unseen_id = excluded.unseen_id, seen_until = excluded.seen_until,
    risen_rank = excluded.risen_rank, risen_id = excluded.risen_id
  returning user_id`;

/** Stores new places. @returns false: another request was faster; null: the database takes no writes now */
async function store(db: Context['db'], values: readonly unknown[]): Promise<boolean | null> {
  try {
    const { rowCount } = await db.query({ name: 'feed_extend', text: EXTEND, values: [...values] });
    return rowCount !== 0;
  } catch (error) {
    if (writeFailureReason(error) === null) throw error;
    return null;
  }
}

const rankPlaceOf = (rank: number | null, id: bigint | null): RankPlace | null =>
  rank === null || id === null ? null : { rank, id };

/** The reader of a list; the shared list has no known language and country. */
const readerOf = (owner: bigint, list: DayList): Reader =>
  owner === EVERYBODY
    ? { language: null, country: null }
    : { language: list.reader_language, country: list.reader_country };

/** Extends a list. @returns the longer list; the same object: no more clips exist; null: another request was faster */
async function extend(
  context: Context,
  owner: bigint,
  list: DayList,
  count: number,
): Promise<DayList | null> {
  const { db, now } = context;
  const rule = ruleOf(context, owner);
  const today = utcDay(now);
  const taken = new Set(list.places.map(({ id }) => id));
  if (owner !== EVERYBODY && list.places.length === 0)
    await recordSeenClips(db, owner, list.seen_until, today);
  const from = rankPlaceOf(list.unseen_rank, list.unseen_id);
  const risenFrom = rankPlaceOf(list.risen_rank, list.risen_id);
  const reader = readerOf(owner, list);
  const wanted = { userId: owner, reader, from, risenFrom, rule, taken, count };
  const { sources, unseen, risenFrom: risen } = await findSources(db, wanted);
  const before = await authorsOf(context, list.places.slice(1 - rule.authorGap));
  const places = fillPlaces(sources, rule, before, list.places.length, count);
  if (places.length === 0) return list;
  const clips = places.map(({ id }) => id);
  const letters = places.map(({ reason }) => REASON_LETTERS[reason]).join('');
  const added = [owner, today, clips, letters, list.places.length];
  const values = [...added, unseen?.rank, unseen?.id, risen?.rank, risen?.id];
  const isStored = await store(db, values);
  if (isStored === false) return null;
  return listOf({
    ...list,
    clips: [...(list.clips ?? []), ...clips.map(BigInt)],
    reasons: `${list.reasons ?? ''}${letters}`,
  });
}

async function authorsOf({ db }: Context, places: readonly Place[]): Promise<string[]> {
  if (places.length === 0) return [];
  const { rows } = await db.query<{ author: string }>(
    `select author from unnest($1::bigint[]) with ordinality as each (video_id, place)
     join video using (video_id) order by place`,
    [places.map(({ id }) => id)],
  );
  return rows.map(({ author }) => author);
}

/**
 * The list of the day. It is extended until it has as many open places as requested, if enough clips exist and its
 * length allows it.
 * @param userId the caller; null: a visitor
 * @param missingIn counts the open places that a list lacks for the request
 */
export async function readDayList(
  context: Context,
  userId: bigint | null,
  missingIn: (list: DayList) => number,
): Promise<DayList> {
  const caller = userId ?? EVERYBODY;
  const owner = context.settings.get('feed.personal') ? caller : EVERYBODY;
  let list = await read(context, owner, caller);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const missing = Math.min(missingIn(list), list.total - list.open.length);
    const room = LONGEST - list.places.length;
    if (missing <= 0 || room <= 0) break;
    const count = Math.min(Math.max(missing, PLACES), room);
    const longer = await extend(context, owner, list, count);
    if (longer === list) break;
    list = longer ?? (await read(context, owner, caller));
  }
  return list;
}
