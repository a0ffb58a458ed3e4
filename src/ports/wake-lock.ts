/** Keeps the screen on, where the browser can and may, until the returned function is called. */
export function keepScreenOn(): () => void {
  // where it is missing, or the battery is low, the screen goes off as ever
  const lock: Promise<WakeLockSentinel | undefined> | undefined = navigator.wakeLock
    ?.request('screen')
    .catch(() => undefined);
  // also one that is granted only after this
  return () => {
    lock?.then((sentinel) => sentinel?.release());
  };
}
