/** Those who pay for every byte have nothing fetched that they may never look at. */
const isSaving = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Asks for a file of ours as a whole: the service worker keeps it, or has it already. Where there is none in charge,
 * nothing is asked for.
 */
export async function keepFile(url: string, signal: AbortSignal): Promise<void> {
  const isOwn = new URL(url, location.href).origin === location.origin;
  if (!isOwn || isSaving() || !navigator.serviceWorker?.controller) return;
  const response = await fetch(url, { signal });
  await response.arrayBuffer();
}
