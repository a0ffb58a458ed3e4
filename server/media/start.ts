import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Now } from '../database/clock.ts';
import { openMedia } from './open.ts';
import { recordMediaLocation, startTakedownSync } from './takedown-sync.ts';

interface Log {
  error(what: object, message: string): void;
  warn(message: string): void;
}

/**
 * Records where media are stored, and starts to hide taken-down files in the bucket, if one is configured.
 * The bucket may be unreachable: browsers, not this server, fetch clips from it.
 * @returns a function that stops the hiding
 */
export async function startMedia(
  config: Config,
  pool: pg.Pool,
  log: Log,
  now: Now,
): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const media = await openMedia(config, ending.signal);
  await recordMediaLocation(pool, media);
  const stop = startTakedownSync(pool, media, {
    onError: (err) => log.error({ err }, 'the server cannot hide or show files in the media store'),
    onEnd: () => log.warn('the server has hidden and shown the files in the media store'),
    now,
  });
  return async () => {
    const stopped = stop();
    ending.abort();
    await stopped;
  };
}
