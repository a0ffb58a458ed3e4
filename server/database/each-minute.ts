const EVERY_MS = 60_000;

/** Calls `look` now and every minute. @returns a function that stops it */
export async function pollEveryMinute(watched: {
  look(): Promise<void>;
}): Promise<() => Promise<void>> {
  await watched.look();
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = watched.look();
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return looking;
  };
}
