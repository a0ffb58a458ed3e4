import type { Database } from '../../database/database.ts';
import { readGone } from '../../domain/gone-media.ts';
import { nameOf } from '../../domain/media-addresses.ts';

/** The operator's files that a clip or an advertisement names, shown or not. */
export async function findNames(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ url: string | null }>(
    `select unnest(array[url, poster, preview]) as url from video
     union
     select unnest(array[url, poster]) from ad
     union
     select file ->> 'url' from video, jsonb_array_elements(sources || captions) as file
     union
     select file ->> 'url' from ad, jsonb_array_elements(sources) as file
     order by url`,
  );
  return rows.flatMap(({ url }) => (url === null ? [] : (nameOf(url) ?? [])));
}

/** Those that something shows. */
export async function findShown(db: Database): Promise<string[]> {
  const gone = await readGone(db);
  return (await findNames(db)).filter((name) => !gone.has(`/media/${name}`));
}
