import type { BrowserContext, Page } from 'playwright-core';
import { vi } from 'vitest';

const PROBE = '/probe-of-routes';
/** Options of the wait: the server answers a probe that bypasses the route at once. */
const PROBING = { timeout: 20_000, interval: 20 };

/** Runs in the page: whether the route answers a probe. */
const isProbeRouted = (url: string) =>
  fetch(url).then(
    ({ status }) => status === 204,
    () => false,
  );

/**
 * Waits until the requests of an open page go through its routes. `route` returns as soon as the
 * browser process has the route. The renderer process gets it in parallel; a renderer that is
 * paused for a moment sends its next request to the server, past the route.
 */
async function waitForRoutes(page: Page, route: Page['route']): Promise<void> {
  if (!page.url().startsWith('http')) return;
  const probe = `**${PROBE}`;
  await route(probe, (each) => each.fulfill({ status: 204 }));
  // a page that navigates meanwhile has its routes from the start
  await vi.waitUntil(() => page.evaluate(isProbeRouted, PROBE).catch(() => true), PROBING);
  await page.unroute(probe);
}

/** Makes `page.route` of all pages of a context resolve when the next request uses the route. */
export function confirmRoutes(context: BrowserContext): void {
  context.on('page', (page) => {
    const route = page.route.bind(page);
    page.route = async (...asked) => {
      const added = await route(...asked);
      await waitForRoutes(page, route);
      return added;
    };
  });
}
