import type { Database } from '../../database/database.ts';
import { readTakenDown } from '../../domain/gone-media.ts';
import { fileNameOf } from '../../domain/media-addresses.ts';

/** All URLs that a clip or an advertisement names, shown or not. */
export async function findAddresses(db: Database): Promise<string[]> {
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
  return rows.flatMap(({ url }) => url ?? []);
}

/** Returns the names of the operator's files that a clip or an advertisement shows. */
export async function findShown(db: Database): Promise<string[]> {
  const gone = await readTakenDown(db);
  const shown = (await findAddresses(db)).filter((url) => !gone.has(url));
  return shown.flatMap((url) => fileNameOf(url) ?? []);
}
