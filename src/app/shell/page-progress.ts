/** Figures of the progress bar: its initial value, its time to disappear, its interval between steps. */
const MINIMUM = 0.3;
const LEAVE_MS = 500;
const TRICKLE_MS = 200;

interface Progress {
  /** 0 to 1; null: nothing is loading */
  value: number | null;
  isLeaving: boolean;
}

let progress: Progress = { value: null, isLeaving: false };
let loads = 0;
let trickle: ReturnType<typeof setInterval> | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: Progress): void {
  progress = next;
  for (const listener of listeners) listener();
}

/** Shows the bar for as long as the load takes. */
export async function trackLoad<Loaded>(load: Promise<Loaded>): Promise<Loaded> {
  if (loads === 0) begin();
  loads += 1;
  try {
    return await load;
  } finally {
    loads -= 1;
    if (loads === 0) end();
  }
}

function begin(): void {
  clearTimeout(leaving);
  change({ value: MINIMUM, isLeaving: false });
  // ever smaller steps: the bar keeps moving, and never reaches its end before the page is loaded
  trickle = setInterval(() => {
    const value = progress.value ?? MINIMUM;
    change({ value: value + (1 - value) * 0.08, isLeaving: false });
  }, TRICKLE_MS);
}

function end(): void {
  clearInterval(trickle);
  change({ value: 1, isLeaving: true });
  leaving = setTimeout(() => change({ value: null, isLeaving: false }), LEAVE_MS);
}

/** Calls back at each change; returns an unsubscribe function. */
export function watchPageProgress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The bar's present state. */
export const pageProgress = (): Progress => progress;
