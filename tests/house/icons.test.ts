import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ScreenName, staysMounted } from '../../machines/app/screens.ts';
import { readTexts } from '../../scripts/i18n/catalogue.ts';
import { manifestTexts, webManifest } from '../../server/http/manifest.ts';
import { headOf } from '../../server/http/preview.ts';
import { paths } from '../../src/app/system/paths.ts';
import { readPush } from '../../src/ports/push-message.ts';
import { root } from './imports.ts';

const operator = {
  name: { plain: 'Clipurse', texts: {} },
  themeColor: '#000000',
  backgroundColor: '#000000',
  origin: 'https://clips.example',
};
const manifest = webManifest(operator, 'en', {});
const page = readFileSync(join(root, 'index.html'), 'utf8');

/** Width and height from the file's header. */
function sizeOf(file: string): string {
  const bytes = readFileSync(join(root, 'public', file));
  if (file.endsWith('.png')) return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  if (file.endsWith('.ico')) return `${bytes.readUInt8(6)}x${bytes.readUInt8(7)}`;
  // the extended form of WebP, as Chromium writes it: both sizes are stored minus one
  expect(bytes.toString('latin1', 12, 16)).toBe('VP8X');
  return `${bytes.readUIntLE(24, 3) + 1}x${bytes.readUIntLE(27, 3) + 1}`;
}

const named = [
  ...manifest.icons,
  ...manifest.screenshots,
  ...manifest.shortcuts.flatMap(({ icons }) => icons),
].map(({ src, sizes }) => [src, sizes] as const);

test.each(named)('the manifest’s picture %s exists, with the size %s', (src, sizes) => {
  expect(sizeOf(src)).toBe(sizes);
});

test('the page links its icons with their real sizes', () => {
  const links = [...page.matchAll(/<link rel="(icon|apple-touch-icon)" href="([^"]+)"([^>]*)/g)];
  const found = links.map(([, , href = '', more = '']) => [
    href,
    /sizes="([^"]+)"/.exec(more)?.[1] ?? null,
    href.endsWith('.svg') ? 'any' : sizeOf(href),
  ]);
  expect(found).toEqual([
    ['/favicon.ico', '48x48', '48x48'],
    ['/favicon.svg', 'any', 'any'],
    ['/apple-touch-icon.png', null, '180x180'],
  ]);
});

test('a notification has an icon, and a badge of a single colour', () => {
  const { icon = '', badge = '' } = readPush(null, operator.origin).options;
  expect([sizeOf(icon), sizeOf(badge)]).toEqual(['192x192', '96x96']);
  expect(manifest.icons.find(({ src }) => src === badge)?.purpose).toBe('monochrome');
});

test('screenshots of one form factor have one size, and none is longer than browsers accept', () => {
  for (const form of ['narrow', 'wide']) {
    const sizes = manifest.screenshots.filter(({ form_factor }) => form_factor === form);
    const shapes = new Set(sizes.map((each) => each.sizes));
    expect(shapes.size).toBe(1);
    const [width = 0, height = 0] = (sizes[0]?.sizes ?? '').split('x').map(Number);
    expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
  }
});

test('the manifest has a shortcut to each tab, and its texts are translated', async () => {
  const tabs = (Object.keys(paths) as ScreenName[]).filter(staysMounted);
  expect(manifest.shortcuts.map(({ url }) => url).sort()).toEqual(
    tabs.map((tab) => paths[tab]).sort(),
  );
  const german = await readTexts('de');
  expect(manifestTexts.filter((text) => !german.get(text))).toEqual([]);
});

test('the server has a preview title for each screen of the app', () => {
  const titleAt = (path: string) => {
    const of = {
      path,
      language: 'en',
      product: '',
      publicUrl: '',
      invitation: null,
      hasDebugPages: true,
      clip: null,
      isLinked: false,
      languages: [],
    };
    return /<title>(.*?)<\/title>/.exec(headOf(of).tags)?.[1];
  };
  const unknown = titleAt('/no/such/page');
  expect(unknown).toBeTruthy();
  const known = Object.values(paths).filter((path) => path !== paths.notFound);
  expect(known.filter((path) => titleAt(path) === unknown)).toEqual([]);
});
