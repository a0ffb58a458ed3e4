import type { OutputOf, ParsedInputOf } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import type { PlaceReason } from '../../contract/clip.calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Caption, Source, Video } from '../../contract/shapes.ts';
import type { Context, Handler } from './context.ts';
import { countOpenPlacesUntil, type DayList, readDayList } from './feed/day-list.ts';
import { areRewardsPaused } from './funding.ts';
import { takenDownOf } from './gone-media.ts';
import { addressSigner, publicMediaUrl, withPublicUrls } from './media-addresses.ts';
import { offsetOf, pageOf } from './paging.ts';
import { DAY_BEGAN, extraSharesLeft, SERVED_ANEW } from './progress.ts';
import { type Texts, translateRow } from './texts.ts';
import { utcDay } from './time.ts';

export interface VideoRow {
  readonly video_id: bigint;
  readonly title: string;
  readonly author: string;
  readonly url: string;
  readonly poster: string;
  readonly width: number;
  readonly height: number;
  readonly duration_ms: number;
  readonly watch_seconds: number | null;
  readonly reward: bigint | null;
  readonly sources: Source[];
  readonly captions: Caption[];
  readonly texts: Texts;
  readonly clip_licence: string | null;
  readonly clip_source: string | null;
}

/** The field `sources` of a clip or an ad; left out where it has only one file. */
export const sourcesOf = ({ sources }: { sources: Source[] }, { mediaUrl }: Place) =>
  sources.length > 0 ? { sources: withPublicUrls(mediaUrl, sources) } : {};

type Place = Pick<Context['site'], 'mediaUrl'>;
type Told = Pick<Context, 'settings'> & { readonly site: Place } & Partial<
    Pick<Context, 'visitor'>
  >;

/** A clip in the visitor's language, with the general reward and watch time where the clip has none. */
export function toVideo(of: VideoRow, { settings, visitor, site }: Told): Video {
  const row = translateRow(visitor?.language, of);
  return {
    id: Number(row.video_id),
    title: row.title,
    author: row.author,
    url: publicMediaUrl(site.mediaUrl, row.url),
    poster: publicMediaUrl(site.mediaUrl, row.poster),
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    watch_seconds: row.watch_seconds ?? settings.get('video.watch_seconds'),
    reward: formatMoney(row.reward ?? settings.get('video.reward')),
    ...sourcesOf(row, site),
    ...(row.captions.length > 0 && { captions: withPublicUrls(site.mediaUrl, row.captions) }),
    ...(row.clip_licence && { licence: row.clip_licence }),
    ...(row.clip_source && { source_address: row.clip_source }),
  };
}

/** SQL: stores every clip of `page` that is served to the user `$1` for the first time today. */
const NEWLY_SERVED = `
  newly_served as (
    insert into served (user_id, kind, item_id, first_at)
    select $1, 'video', video_id, $3 from page where not exists (
      select from served where user_id = $1 and kind = 'video' and item_id = video_id
        and first_at >= ${DAY_BEGAN}
    ) ${SERVED_ANEW}
  )`;

/** SQL of the clip of a link for visitors: never watched, as in the list for visitors. */
const LINKED =
  'select *, false as watched_today from video where disabled_at is null and video_id = $1';

const LINKED_PLAYABLE = `
  with linked as (
    select video.*, exists (
      select from watched
      where watched.user_id = $1 and watched.day = $2 and watched.video_id = video.video_id
    ) as watched_today
    from video where disabled_at is null and video_id = $4
  ),
  page as (select video_id from linked where not watched_today),
  ${NEWLY_SERVED}
  select * from linked`;

/**
 * The clip of a link.
 * @param statement finds the clip by its id, the last parameter
 */
async function linkedOf(
  context: Context,
  { video: id }: ParsedInputOf<typeof calls.videoList>,
  statement: string,
  values: readonly unknown[],
): Promise<Pick<OutputOf<typeof calls.videoList>, 'linked'>> {
  if (id === undefined) return {};
  type Row = VideoRow & { readonly watched_today: boolean };
  const { rows } = await context.db.query<Row>(statement, [...values, id]);
  const [row] = rows;
  return {
    linked: row ? { video: toVideo(row, context), watched_today: row.watched_today } : null,
  };
}

interface PlacedRow extends VideoRow {
  readonly seen_on: string | null;
}

/** The shown clips among `$4`, for `LAST_SEEN`: `$5` are the clips whose last day is read. */
const CLIPS = `
  with page as (select * from video where video_id = any($4::bigint[]) and disabled_at is null)`;

const LAST_SEEN = `
  select page.*, case when video_id = any($5::bigint[]) then (
    select seen_on from served where user_id = $1 and kind = 'video' and item_id = video_id
  ) end as seen_on from page where $2::date is not null and $3::timestamptz is not null`;

/** Clips after a full list, by id. */
const AFTER_LIST = `
  select video_id from video
  where disabled_at is null and video_id <> all($1::bigint[]) and video_id <> all($2::bigint[])
    and video_id > $3
  order by video_id limit $4 offset $5`;

/** The offset of a page in the open places of a list and the clips after it. */
const startOf = (list: DayList, input: ParsedInputOf<typeof calls.videoList>) =>
  input.after === undefined ? offsetOf(input) : countOpenPlacesUntil(list, input.after);

/** The places of a page; clips after the list have no reason. */
async function placesOfPage(
  { db }: Context,
  input: ParsedInputOf<typeof calls.videoList>,
  list: DayList,
): Promise<{ id: number; reason?: PlaceReason }[]> {
  const { places, open, total, watched } = list;
  const { after, limit } = input;
  const start = startOf(list, input);
  const page = open.slice(start, start + limit);
  if (page.length === limit || open.length >= total) return page;
  const isAfterList = after !== undefined && !places.some(({ id }) => id === after);
  const { rows } = await db.query<{ video_id: bigint }>(AFTER_LIST, [
    places.map(({ id }) => id),
    watched ?? [],
    isAfterList ? after : 0,
    limit - page.length,
    Math.max(start - open.length, 0),
  ]);
  return [...page, ...rows.map(({ video_id }) => ({ id: Number(video_id) }))];
}

const PAGE = { name: 'feed_page', text: `${CLIPS}${LAST_SEEN}` };
const PAGE_SERVED = { name: 'feed_page_served', text: `${CLIPS}, ${NEWLY_SERVED} ${LAST_SEEN}` };

/** A page of the caller's list of the day. */
async function readPage(
  context: Context,
  userId: bigint | null,
  input: ParsedInputOf<typeof calls.videoList>,
  statement: { readonly name: string; readonly text: string },
) {
  const { db, now } = context;
  const list = await readDayList(
    context,
    userId,
    (known) => startOf(known, input) + input.limit - known.open.length,
  );
  const places = await placesOfPage(context, input, list);
  const again = places.filter(({ reason }) => reason === 'again');
  const ids = [places, again].map((some) => some.map(({ id }) => id));
  const values = [userId ?? 0n, utcDay(now), now, ...ids];
  const { rows } = await db.query<PlacedRow>({ ...statement, values });
  const byId = new Map(rows.map((row) => [Number(row.video_id), row]));
  const clips = places.flatMap(({ id, reason }) => {
    const row = byId.get(id);
    if (!row) return [];
    const seen = row.seen_on ? { seen_on: row.seen_on } : {};
    return [{ ...toVideo(row, context), ...(reason && { reason }), ...seen }];
  });
  return { list, answer: pageOf(input, clips, list.total) };
}

export const videoList: Handler<typeof calls.videoList> = async (context, _caller, input) => {
  const linked = await linkedOf(context, input, LINKED, []);
  const { list, answer } = await readPage(context, null, input, PAGE);
  return { ...answer, ...linked, ...takenDownOf(list, context.site) };
};

export const playable: Handler<typeof calls.playable> = async (context, { userId }, input) => {
  const { db, now, settings, site } = context;
  const signed = addressSigner(site, userId, now);
  const linked = await linkedOf(context, input, LINKED_PLAYABLE, [userId, utcDay(now), now]);
  const { list, answer } = await readPage(context, userId, input, PAGE_SERVED);
  const limit = settings.get('video.daily_limit');
  const extraViews = list.extra_views ?? 0;
  return {
    ...answer,
    list: answer.list.map(signed),
    remaining_today: Math.max(limit + extraViews - (list.paid ?? 0), 0),
    daily_limit: limit,
    limit_today: limit + extraViews,
    extra_shares_left: extraSharesLeft(settings, list.extra_times ?? 0),
    rewards_paused: await areRewardsPaused(db, settings.get('video.reward')),
    ...linked,
    ...(linked.linked && { linked: { ...linked.linked, video: signed(linked.linked.video) } }),
    ...takenDownOf(list, site),
  };
};
