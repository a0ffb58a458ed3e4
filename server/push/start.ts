import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Now } from '../database/clock.ts';
import type { Settings } from '../domain/settings.ts';
import { findVapidKeys, vapidSubject } from '../domain/vapid.ts';
import { connectFcm } from './fcm.ts';
import { startPolling } from './poll.ts';
import { connectWebPush } from './web-push.ts';
import { createWorker } from './worker.ts';

export interface PushOptions {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly config: Pick<Config, 'serviceAccount' | 'fcmBaseUrl' | 'webPushHosts' | 'publicUrl'>;
  /** receives the reasons why messages did not arrive, and failures of the polling */
  readonly onError: (error: unknown) => void;
  readonly now: Now;
}

async function createSender({ pool, settings, config, onError, now }: PushOptions) {
  const { serviceAccount, fcmBaseUrl: baseUrl, webPushHosts: hosts, publicUrl } = config;
  return createWorker({
    pool,
    fcm: serviceAccount && (await connectFcm({ serviceAccount, baseUrl, now })),
    webPush: connectWebPush({
      keys: await findVapidKeys(pool),
      subject: () => vapidSubject(settings.get('support.contact'), publicUrl),
      hosts,
      now,
    }),
    publicUrl,
    onError,
    now,
    random: Math.random,
  });
}

/**
 * Sends queued messages, polling every second. All servers of a database must have the same service
 * account: a server without it drops the messages of FCM's devices.
 * @returns a function that stops the polling after current sends
 */
export async function startPush(options: PushOptions): Promise<() => Promise<void>> {
  return startPolling(await createSender(options), options.onError);
}
