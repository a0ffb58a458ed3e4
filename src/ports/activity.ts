import { listen } from './listen.ts';

const clips = () => [...document.querySelectorAll('video')];

export const isAnyPlaying = () => clips().some((clip) => !clip.paused && !clip.ended);

/** One could not be loaded, or broke off. */
export const hasFailedClip = () => clips().some(({ error }) => error !== null);

/**
 * A file of the app did not come, as when a phone goes from one network to another. A page that was
 * loaded again leaves it at that: what keeps the file away may stay, and there is a Retry.
 */
export function hasLostFile(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const isLost = ({ name, responseStatus }: PerformanceResourceTiming) =>
    responseStatus === 0 && new URL(name).pathname.startsWith('/assets/');
  return visit?.type !== 'reload' && files.some(isLost);
}

/** Is any of them being fetched now? */
export const isAnyLoading = () =>
  clips().some(({ networkState }) => networkState === HTMLMediaElement.NETWORK_LOADING);

export function pauseClips(): void {
  for (const clip of clips()) clip.pause();
}

/** Calls back whenever a clip begins or rests; returns an unsubscribe function. */
export function watchPlaying(report: () => void): () => void {
  // these events do not bubble, but are captured
  return listen(document, ['play', 'pause', 'ended', 'emptied'], report, { capture: true });
}

const TEXT_FIELDS = 'textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"])';

/** Does any field hold what a person typed? Screens that are out of sight keep theirs. */
export const isAnythingTyped = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)].some(
    ({ value }) => value !== '',
  );
