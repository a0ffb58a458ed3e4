/** Calls back once the page and its first clip are loaded and the connection is idle. */
export function onIdle(act: () => void): void {
  const wait = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(act, { timeout: 5_000 })
      : setTimeout(act, 1_500);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
