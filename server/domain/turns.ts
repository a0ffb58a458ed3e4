import { ownPeriod } from '../database/own-period.ts';

/**
 * Works now and every so often, one turn after the other: none begins while one is under way.
 * @param turn never rejects
 * @returns a function that stops it, and waits for the turn that is under way
 */
export function startTurns(turn: () => Promise<void>, everyMs: number): () => Promise<void> {
  let running: Promise<void> | null = null;
  const begin = () => {
    running ??= turn().finally(() => {
      running = null;
    });
  };
  begin();
  const timer = setInterval(begin, ownPeriod(everyMs));
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
