import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Now } from '../database/clock.ts';
import type { Settings } from '../domain/settings.ts';
import { startPolling } from '../push/poll.ts';
import { createMailWorker } from './worker.ts';

export interface MailOptions {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly config: Pick<Config, 'mail' | 'publicUrl'>;
  /** called with why mails did not go out */
  readonly onError: (error: unknown) => void;
  readonly now: Now;
}

/** Workers of one server: a mail server may look through one mail for minutes, and others are not to wait for it. */
const WORKERS = 3;

/**
 * Sends the mails that wait, where a mail server is set up.
 * @returns a function that stops it; what is being sent is finished first
 */
export async function startMail(options: MailOptions): Promise<() => Promise<void>> {
  const { pool, settings, config, onError, now } = options;
  const { mail, publicUrl } = config;
  if (mail === null) return async () => {};
  // loaded here: a server without mail does not pay for it
  const { connectSmtp } = await import('./smtp.ts');
  const worker = createMailWorker({
    pool,
    smtp: connectSmtp(mail),
    product: (language) => settings.textIn('product.name', language ?? undefined),
    publicUrl,
    onError,
    now,
    random: Math.random,
  });
  const stops = Array.from({ length: WORKERS }, () => startPolling(worker, onError));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}
