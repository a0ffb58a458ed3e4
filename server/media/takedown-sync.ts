import { createHmac } from 'node:crypto';
import { extname } from 'node:path';
import type pg from 'pg';
import type { Now } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { findNamed } from '../domain/gone-media.ts';
import { fileNameOf, MEDIA_SECRET } from '../domain/media-addresses.ts';
import { findSecret } from '../domain/secrets.ts';
import { addMilliseconds, DAY, HOUR, SECOND } from '../domain/time.ts';
import { runPeriodically } from '../domain/turns.ts';
import { type ExternalStore, MediaError, type MediaStorage } from './storage.ts';

const EVERY_MS = 2 * SECOND;
/** No upload takes longer. */
const UPLOAD_LIFETIME_MS = DAY;
const BATCH = 50;

interface Due {
  readonly url: string;
  readonly is_gone: boolean;
}

/** The operator's files that the bucket still has to hide or to show, by the database. */
const DUE = `
  select url, true as is_gone from gone_media
  where url ~ '^/media/[^/]+$'
    and not exists (select from hidden_media where hidden_media.url = gone_media.url)
  union all
  select url, false from hidden_media
  where not exists (select from gone_media where gone_media.url = hidden_media.url)
  limit ${BATCH}`;

/** Name of a hidden file: nobody can guess it, even if the bucket is readable. */
const hiddenName = (secret: Buffer, name: string) => {
  const mac = createHmac('sha256', secret).update(`hidden ${name}`).digest('hex');
  return `hidden/${mac.slice(0, 32)}${extname(name)}`;
};

/** Hides or shows one file; erases a file that no clip or ad names, which can never be shown again. */
async function followOne(
  db: Database,
  store: ExternalStore,
  { url, is_gone }: Due,
  secret: Buffer,
): Promise<void> {
  const name = fileNameOf(url) ?? '';
  const hidden = hiddenName(secret, name);
  if (!is_gone) {
    await store.show(name, hidden);
    await db.query('delete from hidden_media where url = $1', [url]);
    return;
  }
  const isNamed = (await findNamed(db, [url])).length > 0;
  await (isNamed ? store.hide(name, hidden) : store.erase(name, hidden));
  await db.query('insert into hidden_media (url) values ($1) on conflict do nothing', [url]);
}

/**
 * Hides taken-down files in the bucket, erases those that no clip or ad names, and restores files that are shown again.
 * Several processes may do this at once, and an interrupted run is repeated.
 * @throws MediaError when the store fails
 */
export async function syncTakedowns(db: Database, { elsewhere }: MediaStorage): Promise<void> {
  if (elsewhere === null) return;
  for (let isMore = true; isMore; ) {
    const { rows } = await db.query<Due>(DUE);
    const secret = rows.length > 0 ? await findSecret(db, MEDIA_SECRET) : Buffer.alloc(0);
    for (const due of rows) await followOne(db, elsewhere, due, secret);
    isMore = rows.length === BATCH;
  }
}

/** Restores a hidden file in the bucket, even if the database no longer knows it. */
export async function restoreHidden(db: Database, { elsewhere }: MediaStorage, name: string) {
  await elsewhere?.show(name, hiddenName(await findSecret(db, MEDIA_SECRET), name));
}

/**
 * @throws MediaError when the server stores media in a bucket and this process does not: people would not find the
 *   files of this process
 */
export async function assertSameMediaStore(
  db: Database,
  { elsewhere }: MediaStorage,
): Promise<void> {
  if (elsewhere !== null) return;
  const { rowCount } = await db.query('select from media_coverage where is_elsewhere');
  if (!rowCount) return;
  throw new MediaError(
    'the server keeps its media in a store: set S3_ENDPOINT and the other settings of the store to the values of the server',
  );
}

/** Records where media are stored: the review of withdrawals uses logs if the server does not send the files itself. */
export async function recordMediaLocation(
  db: Database,
  { elsewhere }: MediaStorage,
): Promise<void> {
  const isElsewhere = elsewhere !== null;
  // after a return to the disk, the files that the bucket has sent and phones have cached are unknown
  await db.query(
    `update media_coverage set is_elsewhere = $1,
       since = case when $1 then since
         else greatest(since, (now() at time zone 'UTC')::date + 4) end
     where is_elsewhere <> $1`,
    [isElsewhere],
  );
}

/**
 * Runs `syncTakedowns` every two seconds, and aborts uploads that are unfinished after a day.
 * @param onError is called once for consecutive failures, and `onEnd` when a run succeeds again
 * @returns a function that stops the runs
 */
export function startTakedownSync(
  pool: pg.Pool,
  media: MediaStorage,
  { onError, onEnd, now }: { onError: (error: unknown) => void; onEnd: () => void; now: Now },
): () => Promise<void> {
  if (media.elsewhere === null) return async () => {};
  let isTrouble = false;
  let isEnding = false;
  let tidied = Number.NEGATIVE_INFINITY;
  const follow = async () => {
    await syncTakedowns(pool, media);
    const time = now().getTime();
    if (time - tidied < HOUR) return;
    await media.elsewhere?.abortUploads(addMilliseconds(now(), -UPLOAD_LIFETIME_MS));
    tidied = time;
  };
  const turn = () =>
    follow().then(
      () => {
        if (isTrouble) onEnd();
        isTrouble = false;
      },
      (error: unknown) => {
        if (!isTrouble && !isEnding) onError(error);
        isTrouble = true;
      },
    );
  const stop = runPeriodically(turn, EVERY_MS);
  return () => {
    isEnding = true;
    return stop();
  };
}
