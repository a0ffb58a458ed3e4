/** Measurements in the page, of the clip in the middle of the screen. */
export interface Stage {
  /** time at which each file first played in the middle, by its URL; in milliseconds of the page's clock */
  readonly playingAt: Record<string, number>;
  /** files that showed a frame in the middle */
  readonly shown: string[];
  /** time of the last touchend */
  readonly liftedAt: number;
  /** the longest time since the last touchend without a frame or poster in the middle */
  readonly blackMs: number;
  readonly current: string;
}

/** Measures the clip in the middle of the screen; runs in the page from its start. */
export function watchStage(): void {
  const posters = new Set<string>();
  const stage = {
    playingAt: {} as Record<string, number>,
    shown: [] as string[],
    liftedAt: 0,
    blackMs: 0,
    current: '',
  };
  Object.assign(globalThis, { stage });
  let blackSince = 0;
  addEventListener(
    'touchend',
    () => {
      stage.liftedAt = performance.now();
      stage.blackMs = 0;
      blackSince = stage.liftedAt;
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) posters.add(name);
  }).observe({ type: 'resource', buffered: true });
  const atMiddle = () =>
    [...document.querySelectorAll('video')].find((clip) => {
      const { top, bottom } = clip.getBoundingClientRect();
      return top <= innerHeight / 2 && bottom > innerHeight / 2;
    });
  const look = () => {
    const now = performance.now();
    const clip = atMiddle();
    const src = clip?.currentSrc ?? '';
    stage.current = src;
    const isDrawn = clip !== undefined && clip.readyState >= clip.HAVE_CURRENT_DATA;
    if (isDrawn && !stage.shown.includes(src)) stage.shown.push(src);
    if (isDrawn && !clip.paused && clip.currentTime > 0) stage.playingAt[src] ??= now;
    if (isDrawn || (clip && posters.has(clip.poster))) blackSince = now;
    stage.blackMs = Math.max(stage.blackMs, now - blackSince);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
