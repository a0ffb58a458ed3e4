import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { startFaultProxy } from './fault-proxy.ts';
import { configure } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { speak } from './speaking.ts';
import { expectAccessible } from './states.ts';
import { button, visit, WITH_WORKER } from './support.ts';
import { clipPlays } from './watching.ts';

setUpProduct();

const words = {
  en: 'Look how the light <i>moves</i>, slowly, over the water & away',
  ar: 'انظر كيف يتحرك الضوء ببطء فوق الماء',
  'pt-PT': 'Olha como a luz se move',
} as const;

/** Adds captions to a clip; their cues cover its whole length. */
async function addCaptions(id: number, ...tags: (keyof typeof words)[]): Promise<void> {
  for (const tag of tags) {
    const path = join(tmpdir(), `clipurse-${process.pid}-${tag}.vtt`);
    const text = words[tag].replace('&', '&amp;');
    await writeFile(path, `WEBVTT\n\n00:00.000 --> 00:10.000\n${text}\n`);
    const added = await product.operator('videos', 'captions', `${id}`, '--add', `${tag}=${path}`);
    if (added.status !== 0) throw new Error(added.stderr);
  }
}

beforeAll(async () => {
  await configure(product, { 'ad.every_n_videos': '0' });
  await addCaptions(1, 'en');
  await addCaptions(7, 'en', 'ar', 'pt-PT');
});

/** The caption that is shown over the current clip; null: none. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const tracks = [...document.querySelectorAll('video')].flatMap((video) => [
      ...video.textTracks,
    ]);
    const active = tracks
      .filter(({ mode }) => mode === 'showing')
      .flatMap(({ activeCues }) => [...(activeCues ?? [])] as VTTCue[]);
    return active.map((cue) => cue.getCueAsHTML().textContent).join('\n') || null;
  });
const plain = (text: string) => text.replaceAll(/<.*?>/g, '');

async function open(id: number, options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const { page } = await visit(browser, options);
  await page.goto(`${product.url}/?video=${id}`);
  await clipPlays(page, 0);
  return page;
}

test('captions show while the sound is off; a press hides them, which the device remembers', async () => {
  const page = await open(1);
  await expect.poll(() => shown(page)).toBe(plain(words.en));
  await button(page, 'Turn sound on').click();
  await expect.poll(() => shown(page)).toBe(null);
  await button(page, 'Turn captions on').click();
  await expect.poll(() => shown(page)).toBe(plain(words.en));
  await expectAccessible(page, 'captions');
  await button(page, 'Turn captions off').click();
  await expect.poll(() => shown(page)).toBe(null);
  await page.reload();
  await button(page, 'Turn captions on').waitFor();
  expect(await shown(page)).toBe(null);
  await page.context().close();
});

test('a clip without captions shows no captions button, nor captions of the clip before', async () => {
  const page = await open(1);
  await button(page, 'Turn captions off').waitFor();
  await button(page, 'Next video').click();
  await clipPlays(page, 1);
  await button(page, 'Turn captions off').waitFor({ state: 'detached' });
  await button(page, 'More').waitFor();
  expect(await shown(page)).toBe(null);
  await page.context().close();
});

test('captions are in the app’s language; the sheet lists the others by name', async () => {
  const page = await open(7, { locale: 'pt-BR' });
  await expect.poll(() => shown(page)).toBe(words['pt-PT']);
  await speak(page, 'ar');
  await expect.poll(() => shown(page)).toBe(words.ar);
  await speak(page, 'en');
  await button(page, 'Captions').click();
  const list = page.getByLabel('Language of the captions');
  await list.selectOption({ label: 'العربية' });
  await expect.poll(() => shown(page)).toBe(words.ar);
  await expectAccessible(page, 'captions sheet');
  await list.selectOption('No captions');
  await expect.poll(() => shown(page)).toBe(null);
  await page.context().close();
});

test('captions of all languages are cached with the clip, and shown offline', async () => {
  const proxy = await startFaultProxy(product.url);
  const { page, context } = await visit(browser, WITH_WORKER);
  await page.goto(`${proxy.url}/?video=7`);
  await clipPlays(page, 0);
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('media-captions')).keys()).length);
  await expect.poll(kept, { timeout: 50_000 }).toBeGreaterThanOrEqual(3);
  proxy.all('cut');
  // the service worker must answer: the browser's HTTP cache may hold the file too
  const answered = page.waitForResponse((response) => response.url().endsWith('.vtt'));
  await page.reload();
  await expect.poll(() => shown(page)).toBe(plain(words.en));
  expect((await answered).fromServiceWorker()).toBe(true);
  await button(page, 'Captions').click();
  await page.getByLabel('Language of the captions').selectOption({ label: 'العربية' });
  await expect.poll(() => shown(page)).toBe(words.ar);
  await context.close();
  await proxy.close();
});
