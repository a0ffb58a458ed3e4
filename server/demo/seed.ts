import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { inTransaction } from '../database/database.ts';
import { checkSetting } from '../domain/settings.change.ts';

interface Clip {
  readonly file: string;
  readonly poster: string;
  readonly title: string;
  readonly author: string;
  readonly width: number;
  readonly height: number;
  readonly duration_ms: number;
}

interface DemoAd {
  /** file of the clip that it shows */
  readonly clip: string;
  readonly title: string;
  readonly advertiser: string;
  readonly target_url: string;
  readonly cta: string;
}

interface Method {
  readonly method: string;
  readonly name: string;
  readonly account_type: string;
  readonly countries: readonly string[];
  readonly account_pattern: string;
  readonly account_hint: string;
}

/** How much was added; what was there already stays as it is. */
export interface Seeded {
  readonly videos: number;
  readonly ads: number;
  readonly methods: number;
  readonly settings: number;
}

const MEDIA = '/media/clips/';

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
    `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8 where not exists (select from video where url = $3)
     on conflict do nothing`,
    clips.map((clip) => [
      clip.title,
      clip.author,
      MEDIA + clip.file,
      MEDIA + clip.poster,
      clip.width,
      clip.height,
      clip.duration_ms,
      now,
    ]),
  );
}

async function seedAds(db: pg.PoolClient, clips: readonly Clip[], now: Date): Promise<number> {
  const ads = await read<DemoAd[]>('ads.json');
  const rows = ads.flatMap((ad) => {
    const clip = clips.find(({ file }) => file === ad.clip);
    if (!clip) throw new Error(`ads.json names the clip ${ad.clip}, which does not exist`);
    const { duration_ms } = clip;
    const media = [MEDIA + clip.file, MEDIA + clip.poster];
    return [[ad.title, ad.advertiser, ...media, ad.target_url, ad.cta, duration_ms, now]];
  });
  return insertAll(
    db,
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8
     where not exists (select from ad where title = $1 and advertiser = $2)`,
    rows,
  );
}

async function seedMethods(db: pg.PoolClient): Promise<number> {
  const methods = await read<Method[]>('payout-methods.json');
  return insertAll(
    db,
    `insert into payout_method
       (method, name, account_type, countries, account_pattern, account_hint, position)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (method) do nothing`,
    methods.map((method, position) => [
      method.method,
      method.name,
      method.account_type,
      method.countries,
      method.account_pattern,
      method.account_hint,
      position,
    ]),
  );
}

async function seedSettings(db: pg.PoolClient): Promise<number> {
  const settings = await read<Record<string, string>>('settings.json');
  await db.query('update setting_version set version = version + 1');
  return insertAll(
    db,
    'insert into setting (key, value) values ($1, $2) on conflict (key) do nothing',
    Object.entries(settings).map(([key, value]) => [key, checkSetting(key, value)]),
  );
}

/**
 * Adds the demo: clips, advertisements, ways to be paid, claims and exchange rates. Doing it again
 * adds what is missing and changes nothing that is there.
 */
export async function seedDemo(pool: pg.Pool, now = new Date()): Promise<Seeded> {
  const clips = await read<Clip[]>('clips/index.json');
  return inTransaction(pool, async (db) => ({
    settings: await seedSettings(db),
    methods: await seedMethods(db),
    videos: await seedVideos(db, clips, now),
    ads: await seedAds(db, clips, now),
  }));
}

/** Adds the demo to a database that has never had a clip. */
export async function seedEmpty(pool: pg.Pool): Promise<Seeded | null> {
  const { rowCount } = await pool.query('select from video limit 1');
  return rowCount ? null : seedDemo(pool);
}
