import type pg from 'pg';
import type { Context } from '../server/domain/context.ts';
import { readDayList } from '../server/domain/feed/day-list.ts';
import { countEndedLists } from '../server/domain/feed/statistics.ts';
import { Settings } from '../server/domain/settings.ts';
import { addMilliseconds, DAY, utcDay } from '../server/domain/time.ts';
import { randomOf } from './farm/random.ts';

const PEOPLE = 1_000;
const TRIAL = 100;
const CLIPS = 500;
const DAYS = 60;
/** People whose lists are made at once: the number of the pool's connections. */
const AT_ONCE = 4;
const NEW_A_DAY = 5;
const AUTHORS = 60;
/** Average number of clips that a person passes in a day; one person in 20 passes many more. */
const LOOKED_AT = 6;
const EAGER_EVERY = 20;
const LOOKED_AT_EAGERLY = 40;
/** Chance that a clip is finished: of the best and of the worst clips; 0.5 of the others. */
const [BEST, WORST] = [0.9, 0.1];

/** Facts about a clip that the server cannot see. */
interface Clip {
  readonly id: number;
  readonly quality: number;
  readonly addedOn: number;
  readonly seenBy: Set<number>;
  shown: number;
  onFirstDay: number;
}

interface World {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly seed: number;
  readonly random: () => number;
  readonly clips: Map<number, Clip>;
  /** number of list places with a clip that the person had seen, while unseen clips were left */
  early: number;
}

const BEGAN = new Date('2026-03-01T12:00:00.000Z');
const timeOf = (day: number) => addMilliseconds(BEGAN, day * DAY);

async function addClips({ pool, random, clips }: World, count: number, day: number): Promise<void> {
  const { rows } = await pool.query<{ video_id: bigint }>(
    `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
     select 'Clip', 'Author ' || floor(random() * ${AUTHORS}), '/' || $2::date || '-' || i, '/p',
       540, 960, 8000, $3 from generate_series(1, $1::int) as i returning video_id`,
    [count, utcDay(timeOf(day)), timeOf(day)],
  );
  for (const { video_id } of rows) {
    const [id, quality] = [Number(video_id), [BEST, 0.5, WORST][Math.floor(random() * 3)] ?? 0.5];
    clips.set(id, { id, quality, addedOn: day, seenBy: new Set(), shown: 0, onFirstDay: 0 });
  }
}

/** A person's day: the finished clips, which are paid, and the others, which the app reports as looked at. */
interface Visit {
  readonly person: number;
  readonly finished: readonly number[];
  readonly left: readonly number[];
}

/** Lets a person pass some clips of their list. */
async function lookAround(world: World, person: number, day: number): Promise<Visit> {
  const { pool, settings, seed, clips } = world;
  const random = randomOf(seed, `feed ${day} ${person}`).next;
  const average = person % EAGER_EVERY === 0 ? LOOKED_AT_EAGERLY : LOOKED_AT;
  const count = 1 + Math.floor(random() * (2 * average - 1));
  const context = { db: pool, settings, now: timeOf(day) } as Context;
  const list = await readDayList(context, BigInt(person), ({ open }) => count - open.length);
  const looked = list.open.slice(0, count).flatMap(({ id }) => clips.get(id) ?? []);
  let unseen = [...clips.values()].filter(({ seenBy }) => !seenBy.has(person)).length;
  for (const clip of looked) {
    if (clip.seenBy.has(person) && unseen > 0) world.early += 1;
    if (!clip.seenBy.has(person)) unseen -= 1;
    clip.shown += 1;
    if (clip.addedOn === day) clip.onFirstDay += 1;
    clip.seenBy.add(person);
  }
  const finished = new Set(looked.filter(({ quality }) => random() < quality));
  const idsOf = (isFinished: boolean) =>
    looked.filter((clip) => finished.has(clip) === isFinished).map(({ id }) => id);
  return { person, finished: idsOf(true), left: idsOf(false) };
}

async function live(world: World, day: number): Promise<void> {
  const { pool, settings } = world;
  await addClips(world, day === 0 ? CLIPS : NEW_A_DAY, day);
  await countEndedLists(pool, settings, timeOf(day));
  const visits: Visit[] = [];
  for (let first = 1; first <= PEOPLE; first += AT_ONCE) {
    const people = Array.from({ length: AT_ONCE }, (_, more) => first + more);
    visits.push(...(await Promise.all(people.map((person) => lookAround(world, person, day)))));
  }
  const pairsOf = (clipsOf: (visit: Visit) => readonly number[]) => {
    const pairs = visits.flatMap((visit) =>
      clipsOf(visit).map((id) => [visit.person, id] as const),
    );
    return [pairs.map(([person]) => person), pairs.map(([, id]) => id)];
  };
  await pool.query(
    `with served_once as (
       insert into served (user_id, kind, item_id, first_at)
       select user_id, 'video', video_id, $2 from feed_list, unnest(clips) as video_id
       where day = $1 and user_id > 0 on conflict do nothing
     )
     insert into watched (user_id, day, video_id, reward, watched_at)
     select user_id, $1, video_id, 0, $2
     from unnest($3::bigint[], $4::bigint[]) as each (user_id, video_id)`,
    [utcDay(timeOf(day)), timeOf(day), ...pairsOf(({ finished }) => finished)],
  );
  await pool.query(
    `update feed_list set looked_at = told.clips
     from (
       select user_id, array_agg(video_id) as clips
       from unnest($2::bigint[], $3::bigint[]) as each (user_id, video_id) group by user_id
     ) as told where feed_list.user_id = told.user_id and day = $1`,
    [utcDay(timeOf(day)), ...pairsOf(({ left }) => left)],
  );
  if (day % 5 === 0) await pool.query('vacuum analyze');
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function tell({ clips, early }: World): void {
  const all = [...clips.values()];
  const later = all.filter(({ addedOn }) => addedOn > 0);
  const reach = later.map(({ onFirstDay }) => onFirstDay / PEOPLE);
  const shownOf = (quality: number) =>
    mean(all.filter((clip) => clip.quality === quality).map(({ shown }) => shown));
  const ratio = shownOf(BEST) / shownOf(WORST);
  // clips of the last week are still being tried
  const shown = all.filter(({ addedOn }) => addedOn < DAYS - 7).map((clip) => clip.shown);
  const least = Math.min(...shown);
  const say = (isHeld: boolean, text: string) =>
    console.log(`${isHeld ? 'held    ' : 'NOT HELD'} ${text}`);
  say(early === 0, `${early} places of watched clips while unwatched clips were left`);
  say(
    Math.min(...reach) >= 0.05,
    `a new clip reaches at least ${(100 * Math.min(...reach)).toFixed(1)}% of people on its first day (5%), ${(100 * mean(reach)).toFixed(1)}% on average`,
  );
  say(
    ratio >= 3,
    `clips that nine of ten finish get ${ratio.toFixed(1)} times the places of those that one of ten does (3)`,
  );
  say(least >= TRIAL, `the clip that was shown least was shown ${least} times (${TRIAL})`);
}

/**
 * Simulates sixty days of a small product, and checks the rules of the feed's order; the seed decides
 * people's random choices.
 */
export async function simulateFeed(pool: pg.Pool, seed: number): Promise<void> {
  const settings = new Settings({ db: pool });
  await settings.refresh();
  const world: World = {
    pool,
    settings,
    seed,
    random: randomOf(seed, 'feed').next,
    clips: new Map(),
    early: 0,
  };
  console.log(
    `simulation, seed ${seed}: ${PEOPLE} people, ${CLIPS} clips and ${NEW_A_DAY} more a day, ${DAYS} days`,
  );
  await pool.query('select setseed($1)', [(seed % 1_000) / 1_000]);
  for (let day = 0; day < DAYS; day += 1) await live(world, day);
  tell(world);
}
