/** A phone's clock may go a little ahead: by then the day has begun on the server too. */
const MARGIN_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Calls back when a UTC day has begun, also when it did while the page slept: timers do not run
 * then. Returns an unsubscribe function.
 */
export function watchNewDay(report: () => void): () => void {
  const sinceEpochMs = () => Date.now() - MARGIN_MS;
  const today = () => Math.floor(sinceEpochMs() / DAY_MS);
  let day = today();
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(look, DAY_MS - (sinceEpochMs() % DAY_MS));
  };
  const look = () => {
    clearTimeout(timer);
    wait();
    if (today() === day) return;
    day = today();
    report();
  };
  document.addEventListener('visibilitychange', look);
  wait();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
