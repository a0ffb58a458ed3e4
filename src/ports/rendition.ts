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
 * Calls back with the time from a clip's request to its first frame, once per file: the second time the file comes
 * from a cache. Returns an unsubscribe function.
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
    // the file is complete, or its download waits for play: then the measurement begins at play
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
  // browsers may slow down the downloads of a hidden page
  document.addEventListener('visibilitychange', () => begunAt.clear(), { signal });
  return () => listening.abort();
}
