/** What a service worker of this app is doing now. */
export interface WorkerInfo {
  script: string;
  state: ServiceWorkerState | 'unknown';
  /** another one waits until the open pages are gone */
  isUpdateWaiting: boolean;
  /** this page's requests go through it */
  isInControl: boolean;
}

/** @returns null where there is none, or the browser has no such thing */
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

/** Every cache of this origin, with how many answers it holds; none outside a secure page. */
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

/** Bytes that this origin uses on the device, as far as the browser says. */
export async function readUsage(): Promise<number | null> {
  return (await navigator.storage?.estimate())?.usage ?? null;
}

export async function deleteCaches(): Promise<void> {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}

/** The next visit starts as the first one did. */
export async function unregisterWorker(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await deleteCaches();
}

/** Tells two builds apart: the name of the app's own script, which comes last in the page. */
export function buildName(): string {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]');
  const app = [...scripts].at(-1);
  return app ? new URL(app.src).pathname.replace(/^\/assets\/|\.js$/g, '') : 'unknown';
}
