import type { Page } from 'playwright-core';
import { makeProfile, type OwnBrowser, startOwnBrowser } from './own-browser.ts';

/** A claim that was earned on this phone and is queued. */
export interface StoredClaim {
  id: string;
  call: string;
  itemId: number;
}

/** Options of the wait: if the connection hangs, the app starts only after three seconds. */
const ALIVE = { timeout: 30_000 };

/** The claims that are queued on this phone. */
const readClaims = (page: Page): Promise<StoredClaim[]> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'clipurse')) return [];
    const wait = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await wait(indexedDB.open('clipurse'));
    try {
      return await wait(database.transaction('claims').objectStore('claims').getAll());
    } finally {
      database.close();
    }
  });

/**
 * A member's phone: a browser with a profile on the disk, whose process can be killed, and whose
 * clock can be wrong.
 */
export class Phone {
  readonly #url: string;
  readonly #token: string;
  readonly #profile = makeProfile();
  #browser: OwnBrowser | null = null;
  #clockMs = 0;
  /** every claim that was found in the queue so far */
  readonly seen = new Map<string, StoredClaim>();

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** The window that was opened last. */
  get page(): Page {
    const page = this.#browser?.context.pages().at(-1);
    if (!page) throw new Error('no window is open');
    return page;
  }

  async start(): Promise<void> {
    this.#browser = await startOwnBrowser(this.#profile);
    await this.#browser.context.addInitScript((token) => {
      localStorage.setItem('token', token);
    }, this.#token);
    await this.#setClock();
    await this.page.setViewportSize({ width: 390, height: 844 });
    await this.open();
  }

  /**
   * Waits until the app can be opened offline, and restarts the browser: a browser that is closed
   * writes the session and the worker to the disk, which takes seconds otherwise, and the app
   * cannot restore data that was never written.
   */
  async install(): Promise<void> {
    await this.page.evaluate(() => navigator.serviceWorker.ready);
    await this.page.waitForFunction(() => caches.match('/index.html', { ignoreVary: true }));
    await this.page.waitForFunction(() => localStorage.getItem('userInfo') !== null);
    await this.#browser?.close();
    await this.start();
  }

  async open(): Promise<void> {
    await this.page.goto(this.#url, { waitUntil: 'commit' });
    await this.expectAlive();
  }

  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'commit' });
    await this.expectAlive();
  }

  async kill(): Promise<void> {
    await this.#browser?.kill();
    this.#browser = null;
    await this.start();
  }

  async openWindow(): Promise<void> {
    const page = await this.#browser?.context.newPage();
    await page?.setViewportSize({ width: 390, height: 844 });
    await this.open();
  }

  async closeWindow(): Promise<void> {
    const pages = this.#browser?.context.pages() ?? [];
    if (pages.length > 1) await this.page.close();
    await this.page.bringToFront();
  }

  async setClock(byMs: number): Promise<void> {
    this.#clockMs = byMs;
    await this.#setClock();
    await this.reload();
  }

  /** Asserts that the page is neither blank nor foreign: it shows the app or the app's notice. */
  async expectAlive(): Promise<void> {
    const app = this.page.getByRole('navigation', { name: 'Main' });
    const notice = this.page.getByRole('heading', { name: /could not start|You are offline/ });
    await app.or(notice).first().waitFor(ALIVE);
  }

  async claims(): Promise<StoredClaim[]> {
    const kept = await readClaims(this.page);
    for (const claim of kept) this.seen.set(claim.id, claim);
    return kept;
  }

  async stop(): Promise<void> {
    await this.#browser?.kill();
  }

  async #setClock(): Promise<void> {
    await this.#browser?.context.addInitScript((byMs) => {
      const real = Date as DateConstructor & { real?: DateConstructor };
      const RealDate = real.real ?? real;
      class ShiftedDate extends RealDate {
        static readonly real = RealDate;
        constructor(...args: [] | [number | string | Date]) {
          super(...((args.length === 0 ? [RealDate.now() + byMs] : args) as [number]));
        }
        static override now() {
          return RealDate.now() + byMs;
        }
      }
      globalThis.Date = ShiftedDate as unknown as DateConstructor;
    }, this.#clockMs);
  }
}
