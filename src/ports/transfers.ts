/** Safari says it since 16.4. */
export const areSizesKnown = () => 'transferSize' in PerformanceResourceTiming.prototype;

const bytesOf = (entries: readonly PerformanceResourceTiming[]) =>
  entries.reduce((sum, { transferSize }) => sum + transferSize, 0);

/** Of these the page itself knows no size. */
const isByWorker = ({ workerStart, transferSize }: PerformanceResourceTiming) =>
  workerStart > 0 && transferSize === 0;

/** What the service worker has fetched since any page has asked it. */
function askWorker(report: (bytes: number) => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    port1.close();
    if (Number.isSafeInteger(data)) report(data);
  };
  navigator.serviceWorker?.controller?.postMessage({ type: 'transfers.asked' }, [port2]);
}

/**
 * Calls back with the bytes of whatever the page and its service worker fetch, media included, and
 * of what they have fetched so far; of nothing where sizes are not known. Returns an unsubscribe
 * function.
 */
export function watchTransfers(report: (bytes: number) => void): () => void {
  if (!areSizesKnown()) return () => undefined;
  const reportAny = (bytes: number) => bytes > 0 && report(bytes);
  const ask = () => askWorker(reportAny);
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    reportAny(bytesOf(entries));
    if (entries.some(isByWorker)) ask();
  });
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true });
  // what it has fetched to keep, before it answered for anybody
  navigator.serviceWorker?.addEventListener('controllerchange', ask);
  return () => {
    observer.disconnect();
    navigator.serviceWorker?.removeEventListener('controllerchange', ask);
  };
}
