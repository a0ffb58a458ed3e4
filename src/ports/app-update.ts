/** Looked for this often, and when somebody comes back to the page. */
const CHECK_EVERY_MS = 60 * 60_000;
/** Coming and going quickly asks the server no more often than this. */
const CHECK_GAP_MS = 60_000;
/** A worker that does not know the question is of another version. */
const ANSWER_LIMIT_MS = 5_000;

/** The files that this page runs: another version of the app has other names for them. */
const ownScripts = () =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(
    ({ src }) => new URL(src).pathname,
  );

/**
 * Is a worker of the version that this page runs already? A page always comes from the server, so
 * right after a release the page is new and its worker still on the way.
 */
function isOwnVersion(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), ANSWER_LIMIT_MS);
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage({ type: 'version.asked', scripts: ownScripts() }, [port2]);
  }).finally(() => port1.close());
}

const letTakeOver = (worker: ServiceWorker) => worker.postMessage({ type: 'takeOver.asked' });

/** Asks the server for a newer worker, every now and then; the connection may be gone. */
function checkRegularly(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let checkedAt = Date.now();
  const check = () => {
    if (document.visibilityState !== 'visible' || Math.abs(Date.now() - checkedAt) < CHECK_GAP_MS)
      return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  };
  const timer = setInterval(check, CHECK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  document.addEventListener('visibilitychange', check, { signal });
}

/**
 * Registers the service worker, keeps looking for newer ones, and reports one whose pages are
 * another version than this page. Returns an unsubscribe function.
 */
export function watchUpdates(report: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const { serviceWorker } = navigator;
  // a worker of this very version needs nobody's consent
  const judge = async (worker: ServiceWorker) => {
    const isOwn = await isOwnVersion(worker);
    if (signal.aborted) return;
    if (isOwn) letTakeOver(worker);
    else report();
  };
  const watchInstalling = ({ installing, active }: ServiceWorkerRegistration) => {
    // without one before it, it is the first
    if (!installing || !active) return;
    const listen = () => installing.state === 'installed' && judge(installing);
    installing.addEventListener('statechange', listen, { signal });
  };
  const begin = async () => {
    const registration = await serviceWorker.register('/sw.js');
    if (signal.aborted) return;
    if (registration.waiting) judge(registration.waiting);
    watchInstalling(registration);
    registration.addEventListener('updatefound', () => watchInstalling(registration), { signal });
    checkRegularly(registration, signal);
  };
  // another window of the app let it take over
  const listen = () => serviceWorker.controller && judge(serviceWorker.controller);
  serviceWorker?.addEventListener('controllerchange', listen, { signal });
  // without a worker the app works, only never offline
  if (serviceWorker) begin().catch((error: unknown) => console.warn('No service worker', error));
  return () => controller.abort();
}

/**
 * Lets the newest worker take over.
 * @returns when it is in charge, which it may be already
 */
export async function takeOver(signal: AbortSignal): Promise<void> {
  const worker = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (!worker || signal.aborted) return;
  await new Promise<void>((resolve, reject) => {
    const listen = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('a newer worker came in between'));
    };
    worker.addEventListener('statechange', listen, { signal });
    letTakeOver(worker);
  });
}
