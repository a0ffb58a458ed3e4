const EVERY_MS = 60_000;

/** Calls `look` at once, and then every minute. @returns a function that ends the timer and waits for the last call */
export async function pollEveryMinute(watcher: {
  look(): Promise<void>;
}): Promise<() => Promise<void>> {
  await watcher.look();
  let lastCall: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    lastCall = watcher.look();
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return lastCall;
  };
}
