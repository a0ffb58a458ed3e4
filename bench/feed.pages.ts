import type pg from 'pg';
import type { Context } from '../server/domain/context.ts';
import { countEndedLists } from '../server/domain/feed/statistics.ts';
import { areRewardsPaused } from '../server/domain/funding.ts';
import { takenDown } from '../server/domain/gone-media.ts';
import { DAY_BEGAN, SERVED_ANEW } from '../server/domain/progress.ts';
import { Settings } from '../server/domain/settings.ts';
import { addMilliseconds, DAY, utcDay } from '../server/domain/time.ts';
import { playable } from '../server/domain/videos.ts';

const CLIPS = 1_000_000;
const WATCHED = 10_000;
const FEW = 10;
const LIMIT = 10;
/** Number of a member's pages a day. */
const PAGES = 5;
const DAYS = 60;
/** Number of the first days, which are not measured: their lists still skip the clips watched before. */
const UNMEASURED = 15;
/** Paid clips of the member each day. */
const PAID = 20;
/** The most that a page may cost, as a multiple of a page in the previous order (by id) with few clips. */
const GOAL = 1.5;
const MEMBER = 1n;
const NEWCOMER = 2n;

const ADD = `
  insert into video (title, author, url, poster, width, height, duration_ms, created_at, feed_shown,
    feed_rank)
  select 'Clip', 'Author ' || i % 5000, '/' || i, '/p', 540, 960, 8000,
    now() - i * interval '1 minute', i % 3000, hashint4(i) % 5000
  from generate_series(1, $1::int) as i`;

/**
 * Watches the clips that are first in the feed's order, 20 a day; all were served before.
 */
const WATCH = `
  with best as (
    select video_id, now()::date - 1 - (place / 20)::int as day from (
      select video_id, row_number() over (order by feed_rank desc, video_id desc) as place from (
        select video_id, feed_rank from video order by feed_rank, video_id limit $1
      ) as first
    ) as placed
  ),
  claims as (
    insert into watched (user_id, day, video_id, reward, watched_at)
    select 1, day, video_id, 0, now() from best
  )
  insert into served (user_id, kind, item_id, first_at)
  select 1, 'video', video_id, day::timestamp at time zone 'UTC' from best order by random()`;

/** Runs the statements of the previous feed: all clips that were not paid today, by id. */
async function pageById(pool: pg.Pool, settings: Settings, now: Date) {
  const day = utcDay(now);
  await pool.query(
    `with page as (
       select * from video where disabled_at is null and not exists (
         select from watched
         where watched.user_id = $1 and watched.day = $2 and watched.video_id = video.video_id
       ) order by video_id limit $4 offset 0
     ),
     newly_served as (
       insert into served (user_id, kind, item_id, first_at)
       select $1, 'video', video_id, $3 from page where not exists (
         select from served where user_id = $1 and kind = 'video' and item_id = video_id
           and first_at >= ${DAY_BEGAN}
       ) ${SERVED_ANEW}
     )
     select * from page order by video_id`,
    [NEWCOMER, day, now, LIMIT],
  );
  await pool.query(
    `select (select clips from shown_clips) - (
         select count(*) from watched join video using (video_id)
         where watched.user_id = $1 and watched.day = $2 and disabled_at is null
       ) as total, ${takenDown('$2')} from progress where user_id = $1`,
    [NEWCOMER, day],
  );
  await areRewardsPaused(pool, settings.get('video.reward'));
}

/** Records the first clips of the day's list as paid, as on each day of a member. */
const PAY = `
  insert into watched (user_id, day, video_id, reward, watched_at)
  select user_id, day, video_id, 0, $2 from feed_list, unnest(clips[1:$3]) as video_id
  where user_id = $1 and day = $4 on conflict do nothing`;

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

interface Times {
  readonly before: number[];
  /** the first page of each day, which creates the list */
  readonly first: number[];
  readonly later: number[];
}

/** Reads pages of a member with a long history and a large catalogue. @returns the times of a day's pages */
async function pagesOfDay(pool: pg.Pool, settings: Settings, now: Date): Promise<number[]> {
  const site = { mediaUrl: null, mediaKey: Buffer.alloc(32) };
  const context = { db: pool, settings, now, site, visitor: {} } as Context;
  const times: number[] = [];
  for (let page = 1; page <= PAGES; page += 1) {
    const ask = () => playable(context, { userId: MEMBER, token: '' }, { page, limit: LIMIT });
    times.push(await msOf(ask));
  }
  await pool.query(PAY, [MEMBER, now, PAID, utcDay(now)]);
  // as the housekeeping does at the end of the day
  await countEndedLists(pool, settings, addMilliseconds(now, DAY));
  return times;
}

async function fill(pool: pg.Pool, clips: number, watched: number): Promise<void> {
  await pool.query('insert into progress (user_id) values (1), (2)');
  await pool.query(ADD, [clips]);
  await pool.query(WATCH, [watched]);
  await pool.query('vacuum analyze');
}

function tell({ before, first, later }: Times): void {
  for (const [name, of] of Object.entries({ median, mean })) {
    const told = (values: number[]) =>
      `${of(values).toFixed(2)} ms (${(of(values) / of(before)).toFixed(2)})`;
    console.log(
      `${name}: before ${told(before)}; first page of a day ${told(first)}, later pages ${told(later)}`,
    );
  }
  const ratio = mean([...first, ...later]) / mean(before);
  const isHeld = ratio <= GOAL ? 'held' : 'NOT HELD';
  console.log(
    `a page costs ${ratio.toFixed(2)} times a page of the former feed: ${isHeld} (at most ${GOAL})`,
  );
}

/**
 * Compares the pages of a member who has watched much of a large catalogue with the previous pages of
 * ten unwatched clips, in turns.
 */
export async function benchPages(few: pg.Pool, many: pg.Pool): Promise<void> {
  const settings = new Settings({ db: many });
  await settings.refresh();
  await fill(few, FEW, 0);
  await fill(many, CLIPS, WATCHED);
  const times: Times = { before: [], first: [], later: [] };
  for (let day = 0; day < DAYS; day += 1) {
    const now = addMilliseconds(new Date(), day * DAY);
    const before = await msOf(() => pageById(few, settings, now));
    const [first = 0, ...later] = await pagesOfDay(many, settings, now);
    if (day < UNMEASURED) continue;
    times.before.push(before);
    times.first.push(first);
    times.later.push(...later);
  }
  console.log(`pages of ${LIMIT}, ${WATCHED} of ${CLIPS} clips watched, ${PAGES} pages a day`);
  tell(times);
}
