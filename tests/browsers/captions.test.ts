import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Product, startProduct } from '../browser/support.ts';
import { inEveryEngine } from './engines/each.ts';
import { type Phone, until } from './engines/phone.ts';
import { press, see, select } from './user-actions.ts';

let product: Product;
let folder: string;
const words = { en: 'Look how the light moves, slowly', ar: 'انظر كيف يتحرك الضوء ببطء' };

beforeAll(async () => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), 'clipurse-captions-'));
  for (const [tag, text] of Object.entries(words)) {
    const path = join(folder, `${tag}.vtt`);
    await writeFile(path, `WEBVTT\n\n00:00.000 --> 00:12.000\n${text}\n`);
    const added = await product.operator('videos', 'captions', '1', '--add', `${tag}=${path}`);
    if (added.status !== 0) throw new Error(added.stderr);
  }
});
afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Waits for a caption at a position that the app has set. @returns the position, in % of the height from the top */
const shown = (phone: Phone, text: string) =>
  until(
    phone,
    (wanted) => {
      const tracks = Array.from(document.querySelectorAll('video')).flatMap((video) =>
        Array.from(video.textTracks),
      );
      const cue = tracks
        .filter(({ mode }) => mode === 'showing')
        .flatMap(({ activeCues }) => Array.from(activeCues ?? []))
        .find((each) => (each as VTTCue).text === wanted) as VTTCue | undefined;
      return cue && !cue.snapToLines ? { line: cue.line } : null;
    },
    text,
  );

inEveryEngine('captions are shown above the clip’s text, in the chosen language', async (phone) => {
  await phone.open(`${product.url}/?video=1&lang=en`);
  const { line } = await shown(phone, words.en);
  expect(line).toBeGreaterThan(30);
  expect(line).toBeLessThan(70);
  await press(phone, 'button', 'Captions');
  await see(phone, 'Language of the captions');
  await select(phone, 'Language of the captions', 'العربية');
  await shown(phone, words.ar);
  await press(phone, 'button', 'Close');
});
