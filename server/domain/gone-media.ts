import type { Source } from '../../contract/shapes.ts';
import type { Database } from '../database/database.ts';

/** The files of a clip or an advertisement. */
export interface MediaFiles {
  readonly url: string;
  readonly poster: string;
  /** of a clip, where it has one: messengers show it with a link */
  readonly preview?: string | null;
  readonly sources: readonly Source[];
}

export const addressesOf = ({ url, poster, preview, sources }: MediaFiles): string[] => [
  ...new Set([url, poster, ...(preview ? [preview] : []), ...sources.map((source) => source.url)]),
];

/**
 * SQL: the newest addresses that are gone, for the apps, which keep media for three days.
 * @param today SQL of the UTC day
 */
export const takenDown = (today: string) => `(
  select array_agg(url order by url) from (
    select url from gone_media
    where gone_at >= (${today}::date - 4)::timestamp at time zone 'UTC'
    order by gone_at desc limit 100
  ) as newest
) as taken_down`;

/** In an answer, where there are any. */
export const takenDownOf = (row: { readonly taken_down: string[] | null } | undefined) =>
  row?.taken_down ? { taken_down: row.taken_down } : {};

/** All addresses that the server does not answer any more. */
export async function readGone(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ url: string }>('select url from gone_media');
  return new Set(rows.map(({ url }) => url));
}

/** Which of these addresses something has: a clip or an advertisement, shown or not. */
async function findNamed(
  db: Database,
  urls: readonly string[],
): Promise<{ url: string; is_shown: boolean }[]> {
  const namedBy = (table: string, pictures: string) => `
    select each.url, disabled_at from ${table} join unnest($1::text[]) as each (url)
      on each.url in (${table}.url, ${pictures})
        or sources @> jsonb_build_array(jsonb_build_object('url', each.url))`;
  const { rows } = await db.query<{ url: string; is_shown: boolean }>(
    `select url, bool_or(disabled_at is null) as is_shown
     from (${namedBy('video', 'poster, preview')} union all ${namedBy('ad', 'poster')}) as named group by url`,
    [urls],
  );
  return rows;
}

export interface Settled {
  /** those that are gone now */
  readonly gone: string[];
  /** those of them that nothing can bring back */
  readonly unnamed: string[];
}

/**
 * Writes down which of these addresses are gone, after what has or had them was changed in the same
 * transaction. A file that something else shows stays.
 */
export async function settleMedia(
  db: Database,
  urls: readonly string[],
  now: Date,
): Promise<Settled> {
  // two operators who each take down one of two clips with the same poster take turns
  await db.query('lock table gone_media in share row exclusive mode');
  const named = await findNamed(db, urls);
  const isShown = (url: string) => named.some((row) => row.url === url && row.is_shown);
  const gone = urls.filter((url) => url.startsWith('/media/') && !isShown(url));
  await db.query('delete from gone_media where url = any($1) and not url = any($2)', [urls, gone]);
  await db.query(
    `insert into gone_media (url, gone_at) select url, $2 from unnest($1::text[]) as url
     on conflict do nothing`,
    [gone, now],
  );
  return { gone, unnamed: gone.filter((url) => !named.some((row) => row.url === url)) };
}
