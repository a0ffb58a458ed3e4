/** Interval between checks for a new version; a return to the page also makes the app check. */
const CHECK_EVERY_MS = 60 * 60_000;
/** Minimum time between two checks, for people who leave and return often. */
const CHECK_GAP_MS = 60_000;
/** A worker that does not answer in this time is of another version, which has no handler for the question. */
const ANSWER_LIMIT_MS = 5_000;

/** Script files of this page; every version of the app has other file names. */
const ownScripts = () =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(
    ({ src }) => new URL(src).pathname,
  );

/**
 * Whether a worker has the version of this page. A page comes from the server if the server answers in time, so right
 * after a release the page is new while its worker is still installing.
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

/** Asks the server for a newer worker, at an interval and on a return to the page; ignores failures. */
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
 * Registers the service worker, checks for newer ones, and reports a worker whose pages are of another version than
 * this page. Returns an unsubscribe function.
 */
export function watchUpdates(report: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const { serviceWorker } = navigator;
  // a worker of the page's own version takes over without the user's consent
  const judge = async (worker: ServiceWorker) => {
    const isOwn = await isOwnVersion(worker);
    if (signal.aborted) return;
    if (isOwn) letTakeOver(worker);
    else report();
  };
  const watchInstalling = ({ installing, active }: ServiceWorkerRegistration) => {
    // without an active worker, the installing one is the first
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
  // another tab of the app let the worker take over
  const listen = () => serviceWorker.controller && judge(serviceWorker.controller);
  serviceWorker?.addEventListener('controllerchange', listen, { signal });
  // without a worker the app works, but not offline
  if (serviceWorker) begin().catch((error: unknown) => console.warn('No service worker', error));
  return () => controller.abort();
}

/**
 * Lets the newest worker take over.
 * @returns once the worker is activated; at once if no worker waits
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
