import type { ServerClock } from './server-clock.ts';

/** Wait after midnight by the estimate, which may be ahead of the server's clock. */
const DAY_START_DELAY_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Calls back when a UTC day has begun on the server, also after the page has slept, when timers do not run;
 * not when a correction of the clock by more than `DAY_START_DELAY_MS` changes the day. Returns an
 * unsubscribe function.
 */
export function watchNewDay(clock: ServerClock, report: () => void): () => void {
  const sinceEpochMs = () => clock.nowMs() - DAY_START_DELAY_MS;
  const today = () => Math.floor(sinceEpochMs() / DAY_MS);
  let day = today();
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(look, DAY_MS - (sinceEpochMs() % DAY_MS));
  };
  const look = () => {
    wait();
    const last = day;
    day = today();
    if (day > last) report();
  };
  const unwatch = clock.watch((byMs) => {
    if (Math.abs(byMs) > DAY_START_DELAY_MS) day = today();
    look();
  });
  document.addEventListener('visibilitychange', look);
  wait();
  return () => {
    clearTimeout(timer);
    unwatch();
    document.removeEventListener('visibilitychange', look);
  };
}
