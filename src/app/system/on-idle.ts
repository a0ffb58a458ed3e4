/**
 * Calls back after the page's `load` event, which the first clip delays too, once the main thread is idle: at the
 * latest after 5 seconds, and after 1.5 in browsers that do not report idle times.
 */
export function onIdle(act: () => void): void {
  const wait = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(act, { timeout: 5_000 })
      : setTimeout(act, 1_500);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
