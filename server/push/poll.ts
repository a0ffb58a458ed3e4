import { setTimeout as delay } from 'node:timers/promises';
import { jitteredPeriod } from '../database/jittered-period.ts';

const POLL_MS = 1_000;

/**
 * Sends queued messages or mails, polling every second.
 * @param sendDue sends what is due; ends early when its signal is aborted
 * @returns a function that stops the polling after current sends
 */
export function startPolling(
  sendDue: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      await sendDue(signal).catch(onError);
      await delay(jitteredPeriod(POLL_MS), undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}
