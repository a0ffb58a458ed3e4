import type pg from 'pg';
import type { Context } from '../server/domain/context.ts';
import { arePaused } from '../server/domain/funding.ts';
import { takenDown } from '../server/domain/gone-media.ts';
import { DAY_BEGAN, SERVED_ANEW } from '../server/domain/progress.ts';
import { Settings } from '../server/domain/settings.ts';
import { addMilliseconds, DAY, utcDay } from '../server/domain/time.ts';
import { playable } from '../server/domain/videos.ts';

const CLIPS = 1_000_000;
const WATCHED = 10_000;
const FEW = 10;
const LIMIT = 10;
/** A member's pages of a day. */
const PAGES = 5;
const DAYS = 40;
/** What a page may cost, of one of the order by id with few clips. */
const GOAL = 1.5;
const MEMBER = 1n;
const NEWCOMER = 2n;

const SEED = [
  'insert into progress (user_id) values (1), (2)',
  `insert into video (title, author, url, poster, width, height, duration_ms, created_at, feed_shown,
     feed_rank)
   select 'Clip', 'Author ' || i % 5000, '/' || i, '/p', 540, 960, 8000,
     now() - i * interval '1 minute', i % 3000, (hashint4(i) % 5000)
   from generate_series(1, $1::int) as i`,
];

/** The best ones, 20 a day, as somebody watches who follows the order; among those of 50 others. */
const WATCH = `
  insert into watched (user_id, day, video_id, reward, watched_at)
  select user_id, now()::date - 1 - (place / 20)::int, video_id, 0, now() - interval '1 day'
  from (
    select video_id, row_number() over (order by feed_rank, video_id) as place from video
    order by feed_rank, video_id limit $1
  ) as best, (select 1 as user_id union all select generate_series(1000, 1049)) as people
  order by random()`;

/** The statements of before: every clip that was not paid today, by id. */
async function pageById(pool: pg.Pool, settings: Settings, now: Date, page: number) {
  const day = utcDay(now);
  await pool.query(
    `with page as (
       select * from video where disabled_at is null and not exists (
         select from watched
         where watched.user_id = $1 and watched.day = $2 and watched.video_id = video.video_id
       ) order by video_id limit $4 offset $5
     ),
     newly_served as (
       insert into served (user_id, kind, item_id, first_at)
       select $1, 'video', video_id, $3 from page where not exists (
         select from served where user_id = $1 and kind = 'video' and item_id = video_id
           and first_at >= ${DAY_BEGAN}
       ) ${SERVED_ANEW}
     )
     select * from page order by video_id`,
    [NEWCOMER, day, now, LIMIT, page * LIMIT],
  );
  await pool.query(
    `select (select clips from shown_clips) - (
         select count(*) from watched join video using (video_id)
         where watched.user_id = $1 and watched.day = $2 and disabled_at is null
       ) as total, ${takenDown('$2')} from progress where user_id = $1`,
    [NEWCOMER, day],
  );
  await arePaused(pool, settings.get('video.reward'));
}

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

interface Times {
  /** the first page of each day, which makes the list */
  readonly first: number[];
  readonly later: number[];
}

async function timesOf(
  page: (now: Date, page: number) => Promise<unknown>,
  pages: number,
): Promise<Times> {
  const times: Times = { first: [], later: [] };
  for (let day = 0; day < DAYS; day += 1) {
    const now = addMilliseconds(new Date(), day * DAY);
    for (let number = 0; number < pages; number += 1) {
      const ms = await msOf(() => page(now, number));
      // while nothing is in any cache yet, nothing is measured
      if (day >= 5) (number === 0 ? times.first : times.later).push(ms);
    }
  }
  return times;
}

/** The new page of a member with a long history and a large catalogue, beside the page of before. */
export async function benchPages(pool: pg.Pool): Promise<void> {
  const settings = new Settings({ db: pool });
  await settings.refresh();
  for (const statement of SEED) {
    await pool.query(statement, statement.includes('$1') ? [FEW] : []);
  }
  await pool.query('vacuum analyze');
  // ten clips are one page: it is asked for as often as the other's pages
  const before = await timesOf((now) => pageById(pool, settings, now, 0), PAGES);
  await pool.query('truncate video, served restart identity');
  await pool.query(SEED[1] ?? '', [CLIPS]);
  await pool.query(WATCH, [WATCHED]);
  await pool.query('vacuum analyze');
  const caller = { userId: MEMBER, token: '' };
  const after = await timesOf((now, page) => {
    const context = { db: pool, settings, now } as Context;
    return playable(context, caller, { page: page + 1, limit: LIMIT });
  }, PAGES);
  const all = ({ first, later }: Times) => [...first, ...later];
  const ratio = mean(all(after)) / mean(all(before));
  const tell = (name: string, of: (values: number[]) => number) =>
    console.log(
      `${name}: before ${of(all(before)).toFixed(2)} ms; first page of a day ` +
        `${of(after.first).toFixed(2)} ms (${(of(after.first) / of(all(before))).toFixed(2)}), later pages ` +
        `${of(after.later).toFixed(2)} ms (${(of(after.later) / of(all(before))).toFixed(2)})`,
    );
  console.log(`pages of ${LIMIT}, ${WATCHED} of ${CLIPS} clips watched, ${PAGES} pages a day`);
  tell('median', median);
  tell('mean', mean);
  console.log(
    `a day's pages cost ${ratio.toFixed(2)} times those of before: ${ratio <= GOAL ? 'held' : 'NOT HELD'} (at most ${GOAL})`,
  );
}
