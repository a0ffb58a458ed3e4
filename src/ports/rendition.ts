import type { DeviceHints } from '../../contract/device-hints.ts';
import { listen } from './listen.ts';
import { connection } from './network-hints.ts';

export function readHints(): DeviceHints {
  const found = connection();
  return {
    saveData: found?.saveData ?? false,
    effectiveType: found?.effectiveType ?? null,
    downlinkMbps: found?.downlink ?? null,
    pixels: innerWidth * devicePixelRatio,
  };
}

/** Calls back at every change of the connection; returns an unsubscribe function. */
export function watchHints(report: (hints: DeviceHints) => void): () => void {
  const notify = () => report(readHints());
  return listen(connection(), ['change'], notify);
}

/**
 * Calls back with how long each clip's first frame took to arrive, its file once only: the second
 * time it comes from a cache. Returns an unsubscribe function.
 */
export function watchFirstFrames(
  elements: readonly HTMLVideoElement[],
  report: (loadMs: number) => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const known = new Set(elements.map(({ currentSrc }) => currentSrc));
  const begunAt = new Map<HTMLVideoElement, number>();
  const isLoading = (element: HTMLVideoElement) => element.readyState < element.HAVE_CURRENT_DATA;
  for (const element of elements) {
    const on = (type: string, act: () => void) => element.addEventListener(type, act, { signal });
    let waitsForPlay = false;
    const begin = () => {
      waitsForPlay = false;
      begunAt.set(element, performance.now());
    };
    on('loadstart', begin);
    // all of it has come, or it loads on only when it is played: then what is measured begins there
    on('suspend', () => {
      waitsForPlay = true;
    });
    on('play', () => isLoading(element) && waitsForPlay && begin());
    on('loadeddata', () => {
      const at = begunAt.get(element);
      begunAt.delete(element);
      if (at !== undefined && !known.has(element.currentSrc)) report(performance.now() - at);
      known.add(element.currentSrc);
    });
  }
  // what loads unseen may be slowed down by the browser
  document.addEventListener('visibilitychange', () => begunAt.clear(), { signal });
  return () => listening.abort();
}
