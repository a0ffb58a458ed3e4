/** Length of a task that people notice, in milliseconds. */
const LONG_TASK_MS = 200;
const LOOK_EVERY_MS = 1_000;
/** Minimum share and number of dropped frames since the last check. */
const DROPPED_SHARE = 0.25;
const FEWEST_DROPPED = 5;

/** Returns a function that reports whether the clips have dropped frames since its last call. */
function createFrameCount(): () => boolean {
  const seen = new WeakMap<HTMLVideoElement, VideoPlaybackQuality>();
  const hasDropped = (clip: HTMLVideoElement) => {
    const now = clip.getVideoPlaybackQuality();
    const before = seen.get(clip);
    seen.set(clip, now);
    // another clip on the same element starts the count again
    if (!before || now.totalVideoFrames < before.totalVideoFrames) return false;
    const dropped = now.droppedVideoFrames - before.droppedVideoFrames;
    const all = now.totalVideoFrames - before.totalVideoFrames;
    return dropped >= FEWEST_DROPPED && dropped >= all * DROPPED_SHARE;
  };
  return () => [...document.querySelectorAll('video')].filter(hasDropped).length > 0;
}

/** Calls back whenever the phone is too slow: after a long task, or dropped frames. Returns an unsubscribe function. */
export function watchStrain(report: () => void): () => void {
  const hasDropped = createFrameCount();
  const timer = setInterval(() => {
    if (hasDropped()) report();
  }, LOOK_EVERY_MS);
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(({ duration }) => duration >= LONG_TASK_MS)) report();
  });
  // browsers without this entry type report nothing
  observer.observe({ type: 'longtask' });
  return () => {
    clearInterval(timer);
    observer.disconnect();
  };
}
