import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Source } from '../../contract/shapes.ts';
import { readTime } from '../database/clock.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { readMethods, storeMethods } from '../domain/method-setup.ts';
import { changeSettings } from '../domain/settings.change.ts';
import { Settings } from '../domain/settings.ts';

interface ClipFile extends Omit<Source, 'url'> {
  readonly file: string;
}

interface Clip extends ClipFile {
  readonly poster: string;
  readonly title: string;
  readonly author: string;
  readonly duration_ms: number;
  /** smaller copies */
  readonly renditions: readonly ClipFile[];
}

interface DemoAd {
  /** file of the ad's clip */
  readonly clip: string;
  readonly title: string;
  readonly advertiser: string;
  readonly target_url: string;
  readonly cta: string;
}

/** Numbers of added rows; existing rows stay unchanged. */
export interface Seeded {
  readonly videos: number;
  readonly ads: number;
  readonly methods: number;
  readonly settings: number;
  /** null: amounts are in another currency than the demo's rates */
  readonly rates: number | null;
}

/** Folder of the clips and posters; the server serves them at `/media/clips/`. */
export const CLIPS_FOLDER = join(import.meta.dirname, 'clips');
const MEDIA = '/media/clips/';

/** JSON of the column `sources`. */
function sourcesOf(clip: Clip): string {
  const sources = [clip, ...clip.renditions].map(
    ({ file, type, width, height, bytes }): Source => ({
      url: MEDIA + file,
      ...{ type, width, height, bytes },
    }),
  );
  return JSON.stringify(sources);
}

async function read<Content>(name: string): Promise<Content> {
  return JSON.parse(await readFile(join(import.meta.dirname, name), 'utf8')) as Content;
}

async function insertAll(
  db: pg.PoolClient,
  statement: string,
  rows: readonly unknown[][],
): Promise<number> {
  let added = 0;
  for (const row of rows) added += (await db.query(statement, row)).rowCount ?? 0;
  return added;
}

function seedVideos(db: pg.PoolClient, clips: readonly Clip[], now: Date): Promise<number> {
  return insertAll(
    db,
    `insert into video (title, author, url, poster, width, height, duration_ms, sources, created_at,
       is_demo)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, true where not exists (select from video where url = $3)
     on conflict do nothing`,
    clips.map((clip) => [
      clip.title,
      clip.author,
      MEDIA + clip.file,
      MEDIA + clip.poster,
      clip.width,
      clip.height,
      clip.duration_ms,
      sourcesOf(clip),
      now,
    ]),
  );
}

async function seedAds(db: pg.PoolClient, clips: readonly Clip[], now: Date): Promise<number> {
  const ads = await read<DemoAd[]>('ads.json');
  const rows = ads.flatMap((ad) => {
    const clip = clips.find(({ file }) => file === ad.clip);
    if (!clip) throw new Error(`ads.json names the clip ${ad.clip}, which does not exist`);
    const media = [MEDIA + clip.file, MEDIA + clip.poster, clip.duration_ms, sourcesOf(clip)];
    return [[ad.title, ad.advertiser, ad.target_url, ad.cta, ...media, now]];
  });
  return insertAll(
    db,
    `insert into ad (title, advertiser, target_url, cta, url, poster, duration_ms, sources, created_at,
       is_demo)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, true
     where not exists (select from ad where title = $1 and advertiser = $2)`,
    rows,
  );
}

/** @returns the values of a file, by their keys */
async function readFamily(family: string): Promise<[string, string][]> {
  const values = await read<Record<string, string>>(`${family}.json`);
  return Object.entries(values).map(([name, value]) => [`${family}.${name}`, value]);
}

/** Currency of the demo's rates. */
export const RATES_FOR = 'USD';

/**
 * Adds missing settings. If any marketing figure is set, no figure is added: figures of two apps would
 * be mixed.
 */
async function seedSettings(
  db: pg.PoolClient,
  now: Date,
): Promise<Pick<Seeded, 'settings' | 'rates'>> {
  // another operator may be changing the currency
  await db.query('select from setting_version for update');
  const settings = new Settings({ db });
  await settings.refresh();
  const { rows } = await db.query<{ key: string }>('select key from setting');
  const stored = rows.map(({ key }) => key);
  const missing = ([key]: readonly [string, string]) => !stored.includes(key);
  const isSaid = stored.some((key) => key.startsWith('marketing.'));
  const figures = isSaid ? [] : await readFamily('marketing');
  const hasRates = settings.currency === RATES_FOR;
  const rates = hasRates ? (await readFamily('rates')).filter(missing) : [];
  const own = [['debug.pages', 'true'] as const].filter(missing);
  await changeSettings(db, Object.fromEntries([...own, ...rates, ...figures]), now);
  const demos = [...own, ...rates, ...figures].map(([key]) => key);
  await db.query('update setting set is_demo = true where key = any ($1)', [demos]);
  return { settings: own.length + figures.length, rates: hasRates ? rates.length : null };
}

/**
 * Adds the demo: clips, advertisements, payout methods, marketing figures and exchange rates. Another
 * run adds missing rows and changes no existing row.
 */
export async function seedDemo(pool: Database, now: Date): Promise<Seeded> {
  const clips = await read<Clip[]>('clips/index.json');
  return inTransaction(pool, async (db) => ({
    ...(await seedSettings(db, now)),
    methods: await storeMethods(db, readMethods(await read('payout-methods.json')), 'demo'),
    videos: await seedVideos(db, clips, now),
    ads: await seedAds(db, clips, now),
  }));
}

/** Adds the demo to a database without clips. @returns null: the database has clips */
export async function seedEmpty(pool: pg.Pool): Promise<Seeded | null> {
  const { rowCount } = await pool.query('select from video limit 1');
  return rowCount ? null : seedDemo(pool, await readTime(pool));
}
