import type { ServerClock } from './server-clock.ts';

/** The estimate may go a little ahead: by then the day has begun on the server too. */
const MARGIN_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Calls back when a UTC day has begun on the server, also when it did while the page slept: timers
 * do not run then. A clock that is put right begins no day. Returns an unsubscribe function.
 */
export function watchNewDay(clock: ServerClock, report: () => void): () => void {
  const sinceEpochMs = () => clock.nowMs() - MARGIN_MS;
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
    if (Math.abs(byMs) > MARGIN_MS) day = today();
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
