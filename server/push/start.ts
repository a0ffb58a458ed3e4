import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { connectFcm } from './fcm.ts';
import { setPushSwitch } from './queue.ts';
import { createWorker } from './worker.ts';

export interface PushOptions {
  readonly pool: pg.Pool;
  readonly config: Pick<Config, 'serviceAccount' | 'fcmBaseUrl' | 'publicUrl'>;
  /** told what kept messages from arriving */
  readonly onError: (error: unknown) => void;
}

const LOOK_MS = 1_000;

/**
 * Sends what waits in the queue, looking every second; without a service account it sees to it
 * that nothing is queued. All servers of a database are to have the same one.
 * @returns how to stop: what is being sent is finished first
 */
export async function startPush({
  pool,
  config,
  onError,
}: PushOptions): Promise<() => Promise<void>> {
  const { serviceAccount, fcmBaseUrl, publicUrl } = config;
  await setPushSwitch(pool, serviceAccount !== null);
  if (serviceAccount === null) return async () => {};
  const now = () => new Date();
  const fcm = await connectFcm({ serviceAccount, baseUrl: fcmBaseUrl, now });
  const work = createWorker({ pool, fcm, publicUrl, onError, now, random: Math.random });
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      await work(signal).catch(onError);
      await delay(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}
