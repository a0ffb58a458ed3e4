import type { BrowserContext, Page } from 'playwright-core';

/** The header in which a page names each of its calls. */
export const CALL_HEADER = 'x-call';

type Calling = typeof globalThis & { awaited: Set<string> };

/** Runs in the page: knows which of its calls still wait for an answer, or for the rest of it. */
function nameCalls(header: string): void {
  const awaited = new Set<string>();
  const [page] = crypto.getRandomValues(new Uint32Array(1));
  let count = 0;
  const { fetch } = globalThis;
  Object.assign(globalThis, { awaited });
  globalThis.fetch = async (input, init) => {
    if (typeof input !== 'string') return fetch(input, init);
    count += 1;
    const name = `${page}-${count}`;
    const headers = new Headers(init?.headers);
    headers.set(header, name);
    const end = () => awaited.delete(name);
    awaited.add(name);
    init?.signal?.addEventListener('abort', end);
    try {
      const response = await fetch(input, { ...init, headers });
      if (response.headers.get('content-type')?.includes('json')) {
        response.clone().text().then(end, end);
      } else end();
      return response;
    } catch (error) {
      end();
      throw error;
    }
  };
}

/**
 * Has pages say which call is which. The server hears late, or on a busy machine after the next one,
 * that a call was given up: an answer to that one would be lost.
 */
export const watchCalls = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(nameCalls, CALL_HEADER);

/** Whether the page still waits for the answer of a call. */
export const isAwaited = (page: Page, call: string): Promise<boolean> =>
  page
    .evaluate((name) => (globalThis as Calling).awaited.has(name), call)
    // a page that is on its way to another one waits for nothing
    .catch(() => false);

/** The names of all calls of the page that wait for an answer. */
export const awaitedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as Calling).awaited]).catch(() => []);
