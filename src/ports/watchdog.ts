/** Maximum time in which the position of a playing element may stay the same. */
const FROZEN_AFTER_MS = 3_000;

/**
 * Watches a `video` element that reports play. WebKit may freeze the element, for instance after a move in the page,
 * and sends no event. Calls `wake` once; if the element freezes again, pauses it, so that it waits for a tap like
 * every paused clip.
 */
export function watchForFreeze(
  element: HTMLVideoElement,
  wake: () => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let position = 0;
  let isWoken = false;
  const rest = () => clearTimeout(timer);
  const wait = () => {
    rest();
    position = element.currentTime;
    timer = setTimeout(look, FROZEN_AFTER_MS);
  };
  const look = () => {
    if (element.paused || element.ended) return;
    if (element.currentTime !== position) wait();
    else if (isWoken) element.pause();
    else {
      isWoken = true;
      wake();
    }
  };
  const on = (type: string, listener: () => void) =>
    element.addEventListener(type, listener, { signal });
  on('playing', wait);
  on('timeupdate', () => {
    if (element.currentTime === position) return;
    isWoken = false;
    if (!element.paused) wait();
  });
  for (const type of ['waiting', 'pause', 'ended', 'error']) on(type, rest);
  signal.addEventListener('abort', rest);
}
