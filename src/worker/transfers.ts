/// <reference lib="webworker" />

let uncounted = 0;

/** Counts the bytes that this worker fetches: the page's own entries report 0 bytes for them. */
export function countTransfers(): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      uncounted += (entry as PerformanceResourceTiming).transferSize;
    }
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** Bytes since the last call: each byte is reported to one page only. */
export function takeTransfers(): number {
  const bytes = uncounted;
  uncounted = 0;
  return bytes;
}
