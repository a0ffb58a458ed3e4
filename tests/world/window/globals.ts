import type { Page } from './page.ts';
import { channelsOf, locksOf } from './sharing.ts';

const ORIGIN = 'https://clipurse.example';

/** A page's `Date`: the device's clock, which may be wrong. */
function dateOf(page: Page): DateConstructor {
  const nowMs = () => page.world.clock.nowMs + page.device.skewMs;
  return class extends Date {
    constructor(...args: [] | [number]) {
      super(...((args.length === 0 ? [nowMs()] : args) as [number]));
    }

    static override now = () => nowMs();
  } as DateConstructor;
}

function abortSignalOf(page: Page): typeof AbortSignal {
  const timeout = (ms: number) => {
    const controller = new AbortController();
    page.after(ms, () => controller.abort(new DOMException('too late', 'TimeoutError')));
    return controller.signal;
  };
  return { timeout, any: (all: AbortSignal[]) => AbortSignal.any(all) } as typeof AbortSignal;
}

const cookieOf = ({ device }: Page) => ({
  get: () => [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  set: (text: string) => {
    const [, name = '', value = '', age = ''] = /^([^=]+)=([^;]*).*max-age=(\d+)/.exec(text) ?? [];
    if (age === '0') device.cookies.delete(name);
    else device.cookies.set(name, value);
  },
});

function documentOf(page: Page) {
  const { documentTarget: target } = page;
  const document = {
    ...{
      readyState: 'complete',
      body: {},
      documentElement: { lang: 'en', dataset: {}, style: {} },
    },
    addEventListener: target.addEventListener,
    removeEventListener: target.removeEventListener,
    querySelector: () => null,
    querySelectorAll: (selector: string) => (selector === 'video' ? page.videos : []),
    createElement: () => page.createVideo(),
  };
  Object.defineProperty(document, 'cookie', cookieOf(page));
  Object.defineProperty(document, 'visibilityState', {
    get: () => (page.isVisible ? 'visible' : 'hidden'),
  });
  return document;
}

const storageOf = ({ device, windowListener }: Page) => ({
  getItem: (key: string) => {
    if (device.mode === 'blocked') throw new DOMException('blocked', 'SecurityError');
    return device.local.get(key) ?? null;
  },
  setItem: (key: string, value: string) => device.write(key, value, windowListener),
  removeItem: (key: string) => device.write(key, null, windowListener),
});

/** The service worker's caches, with the methods that the page uses. */
const cachesOf = ({ device }: Page) => ({
  open: async () => ({
    keys: async () => [...device.files].map((path) => ({ url: new URL(path, ORIGIN).href })),
  }),
  keys: async () => ['media-clips'],
  delete: async () => device.files.clear(),
});

const smooth = async () => ({ supported: true, smooth: true, powerEfficient: true });

function navigatorOf(page: Page) {
  const navigator = {
    ...{ userAgent: 'Mozilla/5.0 Chrome/140', maxTouchPoints: 5, languages: ['en'] },
    clipboard: { writeText: async () => undefined },
    storage: { persisted: async () => true },
    mediaCapabilities: { decodingInfo: smooth },
    locks: locksOf(page),
    serviceWorker: page.worker.container,
  };
  Object.defineProperty(navigator, 'onLine', { get: () => page.device.isOnline });
  return navigator;
}

function historyOf(page: Page) {
  const go = (by: number) => page.after(1, () => page.history.go(by));
  return {
    get state() {
      return page.history.entry.state;
    },
    pushState: (state: unknown, _: string, to?: string) => page.history.push(state, to),
    replaceState: (state: unknown, _: string, to?: string) => page.history.replace(state, to),
    go,
    back: () => go(-1),
  };
}

function locationOf(page: Page) {
  const url = () => new URL(page.history.entry.path, ORIGIN);
  return {
    get pathname() {
      return url().pathname;
    },
    get search() {
      return url().search;
    },
    get href() {
      return url().href;
    },
    origin: ORIGIN,
    reload: () => page.reloadByApp(),
  };
}

const performanceOf = (page: Page) => ({
  now: () => page.world.clock.nowMs - page.begunAtMs,
  getEntriesByType: () => [{ type: page.isReloaded ? 'reload' : 'navigate' }],
});

/** A performance observer that reports nothing: no reward depends on it. */
class Observer {
  observe = () => undefined;
  disconnect = () => undefined;
}

class Sizeless {}

const quiet = { log: () => {}, warn: () => {}, error: () => {}, info: () => {} };

/** All browser globals that the app's page code uses, by name. */
export function globalsOf(page: Page) {
  const { target } = page;
  const plain = {
    ...channelsOf(page),
    document: documentOf(page),
    navigator: navigatorOf(page),
    history: historyOf(page),
    location: locationOf(page),
    localStorage: storageOf(page),
    performance: performanceOf(page),
    caches: cachesOf(page),
    disk: page.disk,
    Date: dateOf(page),
    AbortSignal: abortSignalOf(page),
    PerformanceObserver: Observer,
    PerformanceResourceTiming: Sizeless,
    HTMLMediaElement: { NETWORK_LOADING: 2 },
    Math: Object.assign(Object.create(Math), { random: page.world.chance }),
    crypto: { getRandomValues: page.world.draw },
    Image: class {},
    console: quiet,
    addEventListener: target.addEventListener,
    removeEventListener: target.removeEventListener,
    dispatchEvent: target.dispatchEvent,
    setTimeout: (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      page.after(ms, () => act(...args)),
    clearTimeout: page.cancel,
    setInterval: (act: () => void, ms: number) => page.every(ms, act),
    clearInterval: page.cancel,
    requestIdleCallback: (act: () => void) => page.after(50, act),
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    getComputedStyle: () => ({ getPropertyValue: () => '' }),
    fetch: page.fetch,
    ...{ innerWidth: 360, innerHeight: 800, devicePixelRatio: 2 },
  };
  const window: object = Object.create(globalThis, Object.getOwnPropertyDescriptors(plain));
  return { ...plain, window, globalThis: window, self: window };
}

export type Globals = ReturnType<typeof globalsOf>;

/** The names of these globals; the same for every page. */
export const globalNames = [
  'BroadcastChannel',
  'MessageChannel',
  'document',
  'navigator',
  'history',
  'location',
  'localStorage',
  'performance',
  'caches',
  'disk',
  'Date',
  'AbortSignal',
  'PerformanceObserver',
  'PerformanceResourceTiming',
  'HTMLMediaElement',
  'Math',
  'crypto',
  'Image',
  'console',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestIdleCallback',
  'matchMedia',
  'getComputedStyle',
  'fetch',
  'innerWidth',
  'innerHeight',
  'devicePixelRatio',
  'window',
  'globalThis',
  'self',
] as const satisfies (keyof Globals)[];
