import { listen } from './listen.ts';

const clips = () => [...document.querySelectorAll('video')];

export const isAnyPlaying = () => clips().some((clip) => !clip.paused && !clip.ended);

/** Whether the browser could not load or decode a clip. */
export const hasFailedClip = () => clips().some(({ error }) => error !== null);

/**
 * Whether a file of the app failed to load, for example while the phone changed networks. Always false on a reloaded
 * page, because another reload may fail too, and the page has a Retry button.
 */
export function hasFailedFile(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const isLost = ({ name, responseStatus }: PerformanceResourceTiming) =>
    responseStatus === 0 && new URL(name).pathname.startsWith('/assets/');
  return visit?.type !== 'reload' && files.some(isLost);
}

/** Whether the browser is fetching a clip now. */
export const isAnyLoading = () =>
  clips().some(({ networkState }) => networkState === HTMLMediaElement.NETWORK_LOADING);

export function pauseClips(): void {
  for (const clip of clips()) clip.pause();
}

/** Calls back whenever a clip starts or stops playing; returns an unsubscribe function. */
export function watchPlaying(report: () => void): () => void {
  // these events do not bubble, but are captured
  return listen(document, ['play', 'pause', 'ended', 'emptied'], report, { capture: true });
}

const TEXT_FIELDS = 'textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"])';

/** Whether any field holds text that the user typed. Hidden screens count too: their fields keep their text. */
export const isAnythingTyped = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)].some(
    ({ value }) => value !== '',
  );
