import type { DeviceHints } from '../../contract/device-hints.ts';

/** What some browsers tell of the line. */
interface Connection extends EventTarget {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  readonly downlink?: number;
}

const connection = (): Connection | undefined =>
  (navigator as Navigator & { connection?: Connection }).connection;

export function readHints(): DeviceHints {
  const line = connection();
  return {
    saveData: line?.saveData ?? false,
    effectiveType: line?.effectiveType ?? null,
    downlinkMbps: line?.downlink ?? null,
    pixels: innerWidth * devicePixelRatio,
  };
}

/** Calls back at every change of the line; returns an unsubscribe function. */
export function watchHints(report: (hints: DeviceHints) => void): () => void {
  const line = connection();
  const notify = () => report(readHints());
  line?.addEventListener('change', notify);
  return () => line?.removeEventListener('change', notify);
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
