/** Keeps the screen on, where the browser can and may; the returned function ends it. */
export function keepScreenOn(): () => void {
  // without the API, or with a low battery, the screen turns off as usual
  const lock: Promise<WakeLockSentinel | undefined> | undefined = navigator.wakeLock
    ?.request('screen')
    .catch(() => undefined);
  // a lock that is granted only after this call is released too
  return () => {
    lock?.then((sentinel) => sentinel?.release());
  };
}
