/** Events of the scroller; `index`: the target clip of the swipe. */
type SwipeEvent =
  | { type: 'swipe.began'; index: number }
  | { type: 'swipe.returned'; index: number }
  | { type: 'swipe.settled'; index: number }
  | { type: 'next.pressed' }
  | { type: 'previous.pressed' };

/** Share of the height after which a drag begins the next clip. */
const BEGUN = 0.02;

/** Length of a pause that ends a wheel gesture; the wheel's momentum belongs to the gesture. */
const WHEEL_REST_MS = 160;

const KEYS: Record<string, 'next.pressed' | 'previous.pressed'> = {
  ArrowDown: 'next.pressed',
  PageDown: 'next.pressed',
  ArrowUp: 'previous.pressed',
  PageUp: 'previous.pressed',
};

export interface ClipScroller {
  /** takes the scroller of the view, or `null` when the view is hidden or unmounts */
  attach(scroller: HTMLElement | null): void;
  run(report: (event: SwipeEvent) => void): { scrollTo: (index: number) => void; stop: () => void };
}

/** Index of the clip on screen. */
const indexOf = (scroller: HTMLElement) =>
  Math.round(scroller.scrollTop / (scroller.clientHeight || 1));

/**
 * Reports swipes from the scroll position; the clip changes when the position crosses the middle.
 * @param shown index of the clip on screen
 */
function followSwipes(
  scroller: HTMLElement,
  shown: number,
  report: (event: SwipeEvent) => void,
): () => void {
  let index = shown;
  let towards: number | null = null;
  let lastDrift = 0;
  return () => {
    const height = scroller.clientHeight;
    // a hidden scroller has no position
    if (height === 0) return;
    const position = scroller.scrollTop / height;
    const nearest = Math.round(position);
    if (nearest !== index) {
      index = nearest;
      towards = null;
      lastDrift = position - nearest;
      report({ type: 'swipe.settled', index: nearest });
      return;
    }
    const drift = position - index;
    // the distance shrinks because the scroller settles, not because a finger drags back
    const isArriving = Math.abs(drift) <= Math.abs(lastDrift) && towards === null;
    lastDrift = drift;
    const next = Math.abs(drift) < BEGUN || isArriving ? null : index + Math.sign(drift);
    if (next === towards) return;
    if (towards !== null) report({ type: 'swipe.returned', index: towards });
    towards = next;
    if (next !== null) report({ type: 'swipe.began', index: next });
  };
}

/** Returns a wheel listener: one gesture, however long, moves by one clip. */
function followWheel(report: (event: SwipeEvent) => void): (event: WheelEvent) => void {
  let rest: ReturnType<typeof setTimeout> | null = null;
  return (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    const isNew = rest === null;
    if (rest !== null) clearTimeout(rest);
    rest = setTimeout(() => {
      rest = null;
    }, WHEEL_REST_MS);
    if (isNew && event.deltaY !== 0) {
      report({ type: event.deltaY > 0 ? 'next.pressed' : 'previous.pressed' });
    }
  };
}

function followKeys(scroller: HTMLElement, report: (event: SwipeEvent) => void) {
  return (event: KeyboardEvent) => {
    const type = KEYS[event.key];
    const isForFeed = scroller.clientHeight > 0 && document.querySelector('dialog[open]') === null;
    if (!type || !isForFeed || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    report({ type });
  };
}

export function createClipScroller(): ClipScroller {
  let scroller: HTMLElement | null = null;
  /** a hidden screen passes null, and later the same scroller again */
  let latest: HTMLElement | null = null;
  let report: ((event: SwipeEvent) => void) | null = null;
  let listening = new AbortController();

  const connect = (shown: number) => {
    listening.abort();
    listening = new AbortController();
    if (!scroller || !report) return;
    const { signal } = listening;
    scroller.addEventListener('scroll', followSwipes(scroller, shown, report), {
      signal,
      passive: true,
    });
    scroller.addEventListener('wheel', followWheel(report), { signal, passive: false });
    addEventListener('keydown', followKeys(scroller, report), { signal });
  };

  return {
    attach: (element) => {
      scroller = element;
      // a new scroller starts at its top: reading its position would force a layout of the whole screen
      const isNew = element !== latest;
      latest = element ?? latest;
      connect(element && !isNew ? indexOf(element) : 0);
    },
    run: (listener) => {
      report = listener;
      connect(scroller ? indexOf(scroller) : 0);
      return {
        scrollTo: (index) => {
          const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
          scroller?.scrollTo({
            top: index * scroller.clientHeight,
            behavior: isStill ? 'instant' : 'smooth',
          });
        },
        stop: () => {
          report = null;
          connect(0);
        },
      };
    },
  };
}
