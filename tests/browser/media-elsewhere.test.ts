import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withPath } from '../server/ffmpeg.fake.ts';
import { type StoreStub, startStore } from '../server/s3/stub.ts';
import { configure } from './people.ts';
import { connectBrowser, type Product, startProduct, visit, WITH_WORKER } from './support.ts';
import { clipPlays } from './watching.ts';

let store: StoreStub;
let product: Product;
let browser: Awaited<ReturnType<typeof connectBrowser>>;
const CLIPS = join(import.meta.dirname, '../../server/demo/clips');

beforeAll(async () => {
  store = await startStore();
  [product, browser] = await Promise.all([startProduct(store.env), connectBrowser()]);
  await configure(product, { 'ad.every_n_videos': '0' });
  const words = join(tmpdir(), `clipurse-${process.pid}-elsewhere.vtt`);
  await writeFile(words, 'WEBVTT\n\n00:00.000 --> 00:10.000\nFrom elsewhere\n');
  // without ffmpeg the film is added unchanged
  await withPath('', () =>
    product.ask('videos', 'add', join(CLIPS, 'aurora.360h264.mp4'), '--captions', `en=${words}`),
  );
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  store?.close();
});

test('a clip of another origin plays with its captions, and from the cache while its store is down', async () => {
  const { page, errors } = await visit(browser, WITH_WORKER);
  await page.goto(product.url);
  await clipPlays(page, 0);
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('video')].flatMap((video) =>
        [...video.textTracks].flatMap(({ activeCues }) =>
          [...((activeCues ?? []) as Iterable<VTTCue>)].map(({ text }) => text),
        ),
      ),
    );
  await expect.poll(shown, { timeout: 30_000 }).toEqual(['From elsewhere']);
  const kept = () =>
    page.evaluate(async () => {
      const names = ['media-clips', 'media-posters', 'media-captions'];
      const opened = await Promise.all(names.map((name) => caches.open(name)));
      const keys = await Promise.all(opened.map((cache) => cache.keys()));
      return keys.flat().map(({ url }) => url.replace(/[0-9a-f]{24}/, 'NAME'));
    });
  const place = store.publicUrl;
  await expect
    .poll(kept, { timeout: 90_000 })
    .toEqual([`${place}/NAME.mp4`, `${place}/NAME.webp`, `${place}/NAME.vtt`]);
  expect(errors).toEqual([]);
  store.close();
  await page.reload();
  await clipPlays(page, 0);
  await expect.poll(shown, { timeout: 30_000 }).toEqual(['From elsewhere']);
});
