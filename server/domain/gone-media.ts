import type { Caption, Source } from '../../contract/shapes.ts';
import type { Database } from '../database/database.ts';
import type { Site } from './context.ts';
import { publicMediaUrl } from './media-addresses.ts';

/** The files of a clip or an advertisement. */
export interface MediaFiles {
  readonly url: string;
  readonly poster: string;
  /** only of a clip, optional: messengers show it with a link */
  readonly preview?: string | null;
  readonly sources: readonly Source[];
  /** only of a clip */
  readonly captions?: readonly Caption[];
}

export const addressesOf = (files: MediaFiles): string[] => {
  const { url, poster, preview, sources, captions = [] } = files;
  const others = [...sources, ...captions].map((file) => file.url);
  return [...new Set([url, poster, ...(preview ? [preview] : []), ...others])];
};

/**
 * SQL: the addresses taken down last; apps delete their files from the cache, which holds media for three days.
 * @param today SQL of the UTC day
 */
export const takenDown = (today: string) => `(
  select array_agg(url order by url) from (
    select url from gone_media
    where gone_at >= (${today}::date - 4)::timestamp at time zone 'UTC'
    order by gone_at desc limit 100
  ) as newest
) as taken_down`;

/** The field `taken_down` of an answer; left out if there are no addresses. */
export const takenDownOf = (
  row: { readonly taken_down: string[] | null } | undefined,
  { mediaUrl }: Pick<Site, 'mediaUrl'>,
) =>
  row?.taken_down ? { taken_down: row.taken_down.map((url) => publicMediaUrl(mediaUrl, url)) } : {};

/** All addresses that the server no longer serves. */
export async function readTakenDown(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ url: string }>('select url from gone_media');
  return new Set(rows.map(({ url }) => url));
}

/** Whether this server serves the address; a clip's file may be on another server. */
const isOurs = (url: string): boolean => url.startsWith('/media/');

export interface Named {
  readonly url: string;
  /** the clips and ads that show it, such as `ad 3, video 5`; null: none does */
  readonly shown_by: string | null;
}

/** Finds the addresses that belong to a clip or an advertisement, shown or not. */
export async function findNamed(db: Database, urls: readonly string[]): Promise<Named[]> {
  const namedBy = (table: string, pictures: string, files: string) => `
    select each.url, disabled_at, '${table} ' || ${table}_id as name from ${table} join unnest($1::text[]) as each (url)
      on each.url in (${table}.url, ${pictures})
        or ${files} @> jsonb_build_array(jsonb_build_object('url', each.url))`;
  const { rows } = await db.query<Named>(
    `select url, string_agg(name, ', ' order by name) filter (where disabled_at is null) as shown_by
     from (${namedBy('video', 'poster, preview', '(sources || captions)')} union all ${namedBy('ad', 'poster', 'sources')}) as named group by url`,
    [urls],
  );
  return rows;
}

export interface TakenDownChange {
  /** addresses that were taken down */
  readonly gone: string[];
  /** the part of `gone` that belongs to no clip or ad, so that enabling media cannot restore these files */
  readonly unnamed: string[];
  /** addresses that stay, because a clip or ad shows them */
  readonly kept: Named[];
}

/**
 * Stores which of these addresses are taken down. Call it after changing their clips or ads, in the same transaction. A
 * file that another clip or ad shows stays.
 */
export async function updateTakenDown(
  db: Database,
  urls: readonly string[],
  now: Date,
): Promise<TakenDownChange> {
  // two operators who each take down one of two clips with the same poster must wait for each other
  await db.query('lock table gone_media in share row exclusive mode');
  const named = await findNamed(db, urls);
  const kept = named.filter((row) => row.shown_by !== null && isOurs(row.url));
  const gone = urls.filter((url) => isOurs(url) && !kept.some((row) => row.url === url));
  await db.query('delete from gone_media where url = any($1) and not url = any($2)', [urls, gone]);
  await db.query(
    `insert into gone_media (url, gone_at) select url, $2 from unnest($1::text[]) as url
     on conflict do nothing`,
    [gone, now],
  );
  return { gone, kept, unnamed: gone.filter((url) => !named.some((row) => row.url === url)) };
}
