import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '../../contract/languages.ts';
import { headOf } from '../../server/http/preview.ts';
import { Shell } from '../../server/http/shell.ts';

const template = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
const video = {
  id: 123_456,
  title: 'Åß語 '.repeat(24),
  author: 'Ünknown 作者 '.repeat(5),
  url: '/media/7b0d7e1c5a9f.mp4',
  poster: '/media/7b0d7e1c5a9f.webp',
  width: 1080,
  height: 1920,
  duration_ms: 8_000,
  watch_seconds: 5,
  reward: '0.10',
};
const clip = { video, preview: '/media/7b0d7e1c5a9f4a6b8c2d0e1f.jpg', texts: {} };
const common = {
  language: 'ar',
  path: '/',
  product: 'Clipurse',
  publicUrl: 'https://clips.example',
  invitation: null,
  isLinked: true,
  hasDebugPages: false,
};

test('the preview of a clip with the longest title, in all languages, adds at most 600 bytes', () => {
  const shell = new Shell(template, new Map(), { plain: common.product, texts: {} });
  const tags = languages.map(({ tag }) => tag);
  const weigh = (about: Pick<Parameters<typeof headOf>[0], 'clip' | 'languages'>) =>
    shell.plain('ar', headOf({ ...common, ...about })).gzip.length;
  const more = weigh({ clip, languages: tags }) - weigh({ clip: null, languages: [] });
  expect(tags.length).toBeGreaterThan(40);
  expect(more).toBeGreaterThan(0);
  expect(more).toBeLessThanOrEqual(600);
});
