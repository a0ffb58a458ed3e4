/** State of the app's service worker. */
export interface WorkerInfo {
  script: string;
  state: ServiceWorkerState | 'unknown';
  /** a newer worker waits until the open pages are closed */
  isUpdateWaiting: boolean;
  /** the worker handles this page's requests */
  isInControl: boolean;
}

/** @returns null without a worker, or in a browser that has none */
export async function readWorker(): Promise<WorkerInfo | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return null;
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  return {
    script: worker ? new URL(worker.scriptURL).pathname : registration.scope,
    state: worker?.state ?? 'unknown',
    isUpdateWaiting: registration.waiting !== null,
    isInControl: navigator.serviceWorker.controller !== null,
  };
}

/** Every cache of this origin, with its number of entries; none outside a secure page. */
export async function readCaches(): Promise<{ name: string; entries: number }[]> {
  if (!('caches' in window)) return [];
  const names = await caches.keys();
  return Promise.all(
    names.map(async (name) => ({
      name,
      entries: (await (await caches.open(name)).keys()).length,
    })),
  );
}

/** Bytes that this origin uses on the device; null: the browser does not report it. */
export async function readUsage(): Promise<number | null> {
  return (await navigator.storage?.estimate())?.usage ?? null;
}

export async function deleteCaches(): Promise<void> {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Unregisters the worker and deletes all caches, so that the next visit starts like the first. */
export async function unregisterWorker(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await deleteCaches();
}

/** Name of the build: that of the app's own script, which is the last in the page. */
export function buildName(): string {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]');
  const app = [...scripts].at(-1);
  return app ? new URL(app.src).pathname.replace(/^\/assets\/|\.js$/g, '') : 'unknown';
}
