/** Keeps the screen on, where the browser can and may, until the returned function is called. */
export function keepScreenOn(): () => void {
  let isOver = false;
  // where it is missing, or the battery is low, the screen goes off as ever
  const lock: Promise<WakeLockSentinel | undefined> | undefined = navigator.wakeLock
    ?.request('screen')
    .catch(() => undefined);
  lock?.then((sentinel) => {
    if (isOver) sentinel?.release();
  });
  return () => {
    isOver = true;
    lock?.then((sentinel) => sentinel?.release());
  };
}
