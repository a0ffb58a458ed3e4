/// <reference lib="webworker" />

let uncounted = 0;

/** Counts the bytes that this worker fetches: the performance entries of pages report 0 bytes for them. */
export function countTransfers(): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      uncounted += (entry as PerformanceResourceTiming).transferSize;
    }
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** Returns the bytes since its last call: each byte is reported to one page only. */
export function takeTransfers(): number {
  const bytes = uncounted;
  uncounted = 0;
  return bytes;
}
