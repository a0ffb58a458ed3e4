import { jitteredPeriod } from '../database/jittered-period.ts';

/**
 * Runs a function now and periodically, one turn at a time: no turn begins while another one runs.
 * @param turn never rejects
 * @returns a function that begins no more turns, and waits for the current turn
 */
export function runPeriodically(turn: () => Promise<void>, everyMs: number): () => Promise<void> {
  let running: Promise<void> | null = null;
  const begin = () => {
    running ??= turn().finally(() => {
      running = null;
    });
  };
  begin();
  const timer = setInterval(begin, jitteredPeriod(everyMs));
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
