import type { Grants } from './grants.ts';

/** JSON of options to create or choose a passkey. */
export const PASSKEY_OPTIONS =
  '{"challenge":"AAAA","rp":{"name":"A"},"user":{"id":"AAAA"},"pubKeyCredParams":[],"allowCredentials":[]}';

/** A media element, which also stands in for every other element of the page. */
function elementOf(grants: Grants) {
  let release = () => {};
  return grants.target('a clip', {
    ...{ paused: true, ended: false, error: null, readyState: 0, currentTime: 0, currentSrc: '' },
    ...{ HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3, HAVE_ENOUGH_DATA: 4, style: {} },
    ...{ getAttribute: () => null, setAttribute: () => undefined, load: () => undefined },
    classList: { add: () => undefined, remove: () => undefined },
    ...{ click: () => grants.begin('a file'), remove: () => undefined },
    play: () => {
      release();
      release = grants.give('a clip that plays');
      return grants.later(() => undefined);
    },
    pause: () => release(),
  });
}

function serviceWorkerOf(grants: Grants) {
  const postMessage = ({ type }: { type: string }) => grants.begin(type);
  const worker = grants.target('a worker', { state: 'installed', postMessage });
  let release = () => {};
  const unsubscribe = async () => release();
  let subscription: object | null = null;
  const pushManager = {
    getSubscription: () => grants.later(() => subscription),
    subscribe: () => {
      grants.begin('a subscription to push messages');
      return grants.later(() => {
        // a subscription that arrives after the actor's stop must be ended: until then it counts as kept
        if (grants.isActorStopped) release = grants.give('a subscription to push messages');
        subscription = { endpoint: 'https://push.example/1', toJSON: () => ({}), unsubscribe };
        return subscription;
      });
    },
  };
  const registration = grants.target('the registration', {
    ...{ active: worker, waiting: worker, installing: worker, pushManager },
    update: () => grants.later(() => undefined),
  });
  return grants.target('the service worker', {
    controller: worker,
    ready: grants.later(() => registration),
    register: () => grants.later(() => registration),
    getRegistration: () => grants.later(() => registration),
  });
}

/** A dialog of the browser that gets no answer: it stays open until it is aborted. */
function dialogOf(grants: Grants) {
  return ({ signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      // a dialog that opens late must be aborted at once: otherwise it counts as kept
      grants.begun.add('a dialog of the browser');
      const release = grants.give('a dialog of the browser');
      signal.addEventListener('abort', () => {
        release();
        reject(signal.reason);
      });
    });
}

function navigatorOf(grants: Grants) {
  const request = async (
    _name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<unknown>,
  ) => {
    await grants.later(() => undefined, signal);
    const release = grants.give('a lock');
    return work().finally(release);
  };
  const handlers = new Map<string, () => void>();
  const setActionHandler = (action: string, handler: unknown) => {
    handlers.get(action)?.();
    if (handler) handlers.set(action, grants.give('a button of the lock screen'));
  };
  const wakeLock = {
    request: () =>
      grants.later(() => {
        const release = grants.give('a wake lock');
        return { release: async () => release() };
      }),
  };
  return {
    ...{ onLine: true, userAgent: 'Mozilla/5.0 Chrome/140', maxTouchPoints: 0, languages: ['en'] },
    ...{ locks: { request }, wakeLock, serviceWorker: serviceWorkerOf(grants) },
    mediaSession: { setActionHandler },
    connection: grants.target('the connection', {}),
    clipboard: { writeText: () => grants.later(() => undefined) },
    share: async () => grants.begin('a share sheet'),
    credentials: { get: dialogOf(grants), create: dialogOf(grants) },
    storage: { persisted: async () => true },
    mediaCapabilities: { decodingInfo: () => grants.later(() => ({ supported: true })) },
    permissions: { query: () => grants.later(() => grants.target('a permission', {})) },
  };
}

/** A class of the browser whose objects count as kept until the method that `endedBy` names is called. */
const lasting = (grants: Grants, what: string, endedBy: string) =>
  class {
    constructor() {
      const release = grants.give(what);
      grants.begin(what);
      Object.assign(this, {
        ...{ postMessage: () => undefined, observe: () => undefined, [endedBy]: release },
      });
    }
  };

/** Closing either port closes both. */
function messageChannelOf(grants: Grants) {
  return class {
    port1: object;
    port2: object;
    constructor() {
      const close = grants.give('a message channel');
      this.port1 = { close, postMessage: () => undefined };
      this.port2 = { close, postMessage: () => undefined };
    }
  };
}

/** Node's URL class; an object URL counts as kept until it is revoked. */
function urlOf(grants: Grants): typeof URL {
  const kept = new Map<string, () => void>();
  const createObjectURL = () => {
    const address = `blob:${kept.size}`;
    kept.set(address, grants.give('an address of a file'));
    return address;
  };
  const revokeObjectURL = (address: string) => kept.get(address)?.();
  return Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL });
}

class TransferSizes {
  transferSize = 0;
}
Object.assign(TransferSizes.prototype, { transferSize: 0 });

function storageOf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  };
}

const locationOf = (grants: Grants) => ({
  ...{ href: 'https://clipurse.example/', origin: 'https://clipurse.example', pathname: '/' },
  ...{ search: '', hash: '', hostname: 'clipurse.example' },
  ...{ reload: () => grants.begin('a reload'), replace: () => grants.begin('another page') },
});

/** All browser globals that the app's actors use. */
export function globalsOf(grants: Grants): Record<string, unknown> {
  const target = grants.target('the window', {});
  const on = (name: 'addEventListener' | 'removeEventListener' | 'dispatchEvent') =>
    target[name].bind(target);
  return {
    window: globalThis,
    document: grants.target('the document', {
      ...{ readyState: 'complete', visibilityState: 'visible', cookie: '', body: {} },
      documentElement: elementOf(grants),
      head: { append: () => undefined },
      querySelector: () => null,
      querySelectorAll: (selector: string) => (selector.startsWith('input[auto') ? [{}] : []),
      createElement: () => elementOf(grants),
    }),
    navigator: navigatorOf(grants),
    localStorage: storageOf(),
    location: locationOf(grants),
    history: { state: null, pushState: () => undefined, replaceState: () => undefined },
    caches: {
      open: () => grants.later(() => ({ keys: async () => [], delete: async () => true })),
      keys: () => grants.later(() => []),
      delete: () => grants.later(() => true),
    },
    indexedDB: { deleteDatabase: () => ({}) },
    fetch: (_url: string, { signal }: RequestInit = {}) =>
      grants.later(() => new Response('{}'), signal),
    addEventListener: on('addEventListener'),
    removeEventListener: on('removeEventListener'),
    dispatchEvent: on('dispatchEvent'),
    matchMedia: () => grants.target('a media query', { matches: false }),
    requestIdleCallback: (act: () => void) => setTimeout(act, 50),
    Notification: {
      permission: 'granted',
      requestPermission: async () => grants.begin('a question of the browser'),
    },
    print: () => grants.begin('a print'),
    PushManager: class {},
    Blob: class {},
    URL: urlOf(grants),
    PublicKeyCredential: Object.assign(() => undefined, {
      isConditionalMediationAvailable: () => grants.later(() => true),
    }),
    ...{ Image: class {}, MediaMetadata: class {}, innerWidth: 360, devicePixelRatio: 2 },
    HTMLMediaElement: { NETWORK_LOADING: 2 },
    PerformanceResourceTiming: TransferSizes,
    PerformanceObserver: lasting(grants, 'an observer', 'disconnect'),
    Worker: lasting(grants, 'a worker of its own', 'terminate'),
    BroadcastChannel: lasting(grants, 'a channel to other windows', 'close'),
    MessageChannel: messageChannelOf(grants),
  };
}
