/** Safari reports sizes since 16.4. */
export const areSizesKnown = () => 'transferSize' in PerformanceResourceTiming.prototype;

const bytesOf = (entries: readonly PerformanceResourceTiming[]) =>
  entries.reduce((sum, { transferSize }) => sum + transferSize, 0);

/** Files from the service worker: the page does not know their sizes. */
const isByWorker = ({ workerStart, transferSize }: PerformanceResourceTiming) =>
  workerStart > 0 && transferSize === 0;

/** Asks the service worker for the number of bytes that it has fetched since any page asked last. */
function askWorker(report: (bytes: number) => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    port1.close();
    if (Number.isSafeInteger(data)) report(data);
  };
  navigator.serviceWorker?.controller?.postMessage({ type: 'transfers.asked' }, [port2]);
}

/**
 * Calls back with the bytes that the page and its service worker fetch, media included, also with those before the
 * call. Never calls back where sizes are unknown. Returns an unsubscribe function.
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
  // a new worker has fetched files for its cache before it controlled any page
  navigator.serviceWorker?.addEventListener('controllerchange', ask);
  return () => {
    observer.disconnect();
    navigator.serviceWorker?.removeEventListener('controllerchange', ask);
  };
}
