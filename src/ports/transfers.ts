const bytesOf = (entries: PerformanceEntryList) =>
  entries.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0);

/**
 * Calls back with the bytes of whatever the page fetches, media included, and of what it has
 * fetched so far. Returns an unsubscribe function.
 */
export function watchTransfers(report: (bytes: number) => void): () => void {
  const observer = new PerformanceObserver((list) => {
    const bytes = bytesOf(list.getEntries());
    if (bytes > 0) report(bytes);
  });
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true });
  return () => observer.disconnect();
}
