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
  /** receives the reasons why mails were not sent */
  readonly onError: (error: unknown) => void;
  readonly now: Now;
}

/** Workers of one server: a mail server may scan one mail for minutes, and other mails must not wait for it. */
const WORKERS = 3;

/**
 * Sends the queued mails if a mail server is configured.
 * @returns a function that stops the workers after their current mails
 */
export async function startMail(options: MailOptions): Promise<() => Promise<void>> {
  const { pool, settings, config, onError, now } = options;
  const { mail, publicUrl } = config;
  if (mail === null) return async () => {};
  // imported here: a server without mail does not load the library
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
