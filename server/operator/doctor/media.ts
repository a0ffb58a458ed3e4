import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { MediaConfig } from '../../config.media.ts';
import type { Config } from '../../config.ts';
import { readTime } from '../../database/clock.ts';
import { withDiskTimeout } from '../../database/disk-timeout.ts';
import { openMedia } from '../../media/open.ts';
import { MediaError } from '../../media/storage.ts';
import { findOrphanedFiles, sizeOf } from '../media/orphaned-files.ts';
import { errorReason, type Finding, good, wrong } from './finding.ts';

const PATIENCE_MS = 10_000;
const TRIED = 'WEBVTT\n\n';
const FIRST = 'WEBVTT';

const badWith = (says: string, remedy: string) => wrong('media', 'bad', says, remedy);

/** Checks how apps get a file of the bucket: in byte ranges, with the header that lets them cache it. */
async function lookAtUrl({ publicUrl, endpoint, bucket }: MediaConfig, name: string) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const headers = { range: `bytes=0-${FIRST.length - 1}` };
  // as apps request clips: without Origin, and with a query like the one that names the person
  const response = await fetch(`${publicUrl}/${name}?m=1`, { headers, signal });
  const text = await response.text();
  if (response.status === 200) {
    return badWith(
      `${publicUrl} answers no byte ranges`,
      'let the CDN pass byte ranges: players need them',
    );
  }
  if (response.status !== 206 || text !== FIRST) {
    return badWith(
      `${publicUrl} answers ${response.status} to a file that is in the bucket`,
      'set MEDIA_URL to the address of media/ in the bucket, and let everybody read the files there',
    );
  }
  if (response.headers.get('access-control-allow-origin') !== '*') {
    return wrong(
      'media',
      'warning',
      `${publicUrl} sends no Access-Control-Allow-Origin: * to a request without Origin: apps cannot keep clips`,
      'add this header to each answer (docs/deploying.md)',
    );
  }
  const listed = await fetch(`${endpoint}/${bucket}?list-type=2`, { signal });
  await listed.body?.cancel();
  return listed.ok
    ? wrong(
        'media',
        'warning',
        'everybody may list the bucket',
        'let everybody read files, but not list them',
      )
    : good('media', `the store takes files, and ${publicUrl} sends them`);
}

/** Tests the media bucket with a temporary file; no finding when media are on the disk. */
export async function lookAtMedia(config: Config): Promise<Finding[]> {
  const { mediaStore } = config;
  if (mediaStore === null) return [];
  const media = await openMedia({ ...config, mediaStore: { ...mediaStore, waitMs: 0 } });
  const name = `${randomBytes(12).toString('hex')}.vtt`;
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-doctor-'));
  try {
    await writeFile(join(folder, name), TRIED);
    await media.put(name, join(folder, name));
    const url = mediaStore.publicUrl;
    const found = await lookAtUrl(mediaStore, name).catch((error: unknown) =>
      badWith(
        `${url} cannot be read: ${errorReason(error)}`,
        'check that MEDIA_URL leads to the bucket',
      ),
    );
    await media.remove(name);
    return [found];
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return [
      badWith(error.message, 'check S3_… in the environment of the server (docs/deploying.md)'),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks for files that killed commands have left: they take space, and nobody sees them. */
export async function lookAtOrphanedFiles(
  config: Config,
  pool: pg.Pool,
  patienceMs = PATIENCE_MS,
): Promise<Finding> {
  const { mediaStore } = config;
  const store = mediaStore && { ...mediaStore, waitMs: 0 };
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const media = await openMedia({ ...config, mediaStore: store });
    const now = await readTime(pool);
    // the signal aborts requests to a bucket, but not the reading of a disk that hangs
    const left = await withDiskTimeout(
      config.dataDir,
      () => findOrphanedFiles(pool, media, now, { signal }),
      patienceMs,
    );
    if (left === undefined)
      throw new Error(`the place of the media gave no answer within ${patienceMs / 1_000} seconds`);
    return left.length === 0
      ? good('media files', 'each file belongs to a clip or an advertisement, or is new')
      : wrong(
          'media files',
          'warning',
          `no clip and no advertisement uses ${sizeOf(left)}`,
          'media clean',
        );
  } catch (error) {
    return wrong(
      'media files',
      'unknown',
      errorReason(error),
      'read the findings on media and disk',
    );
  }
}
