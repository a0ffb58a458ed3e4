import { expect, test } from 'vitest';
import { playable } from '../../contract/calls.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { ask, loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { WITH_WORKER } from './support.ts';

setUpProduct();

/** Fetches a range of a file, or the whole file. */
const fetched = async ([url = '', range = '']: readonly string[]) => {
  const response = await fetch(url, { headers: range ? { range } : {} });
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
};

test('a clip is cached once for any signature in its URL, and served from the cache by ranges', async () => {
  const proxy = await startFaultProxy(product.url);
  const token = await register(product);
  const { list } = await ask(product, token, playable, { page: 1, limit: 1 });
  const signed = list[0]?.url ?? '';
  const [plain = ''] = signed.split('?');
  expect(signed).toMatch(/\?m=\d+\.\d+\./);
  const context = await loggedIn(browser, token, WITH_WORKER);
  const page = await context.newPage();
  await page.goto(proxy.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // on a page without the app no other clip is cached; stopping the worker ends the running caching
  await page.goto(`${proxy.url}/robots.txt`);
  const worker = await context.newCDPSession(page);
  await worker.send('ServiceWorker.enable');
  await worker.send('ServiceWorker.stopAllWorkers');
  await page.evaluate(() => caches.delete('media-clips'));
  const { bytes } = await page.evaluate(fetched, [signed]);
  const kept = () =>
    page.evaluate(async () => {
      const keys = await (await caches.open('media-clips')).keys();
      return keys.map(({ url }) => new URL(url).pathname + new URL(url).search);
    });
  await expect.poll(kept).toEqual([plain]);
  proxy.all('cut');
  const other = `${plain}?m=1.2.2026-03-02.x`;
  expect(await page.evaluate(fetched, [other, 'bytes=0-999'])).toEqual({
    status: 206,
    bytes: 1000,
  });
  expect(await page.evaluate(fetched, [plain])).toEqual({ status: 200, bytes });
  expect(await kept()).toEqual([plain]);
  await context.close();
  await proxy.close();
});
