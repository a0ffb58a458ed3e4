/// <reference lib="webworker" />

let uncounted = 0;

/** Counts what this worker fetches: a page's own entries say 0 bytes for what comes by way of it. */
export function countTransfers(): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      uncounted += (entry as PerformanceResourceTiming).transferSize;
    }
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** Bytes since it was last asked: each is one page's to count. */
export function takeTransfers(): number {
  const bytes = uncounted;
  uncounted = 0;
  return bytes;
}
