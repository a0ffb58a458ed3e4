/** What plays moves on within this time. */
const FROZEN_AFTER_MS = 3_000;

/**
 * Watches an element that says it plays. WebKit may leave one frozen, for instance when it was
 * moved in the page, and tells nobody: such a one is woken, and if that does not help it is
 * paused, so that it waits for a finger as every paused clip does.
 */
export function watchProgress(
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
