import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkSetting } from '../../server/domain/settings.check.ts';
import { MANIFEST_WORDS, shortNameOf } from '../../server/http/manifest.ts';
import { getFile, makeApp } from './http/files.ts';
import { startServer, type TestServer } from './http/server.ts';

let server: TestServer;

beforeAll(async () => {
  const app = await makeApp();
  const words = { ar: { Tasks: 'المهام', 'Watch and earn': 'شاهد واكسب' } };
  await writeFile(join(app.folder, MANIFEST_WORDS), JSON.stringify(words));
  server = await startServer({
    appDirectory: app.folder,
    config: { publicUrl: 'https://clips.example' },
  });
  return async () => {
    await server.close();
    await app.remove();
  };
});

const get = (headers: Record<string, string> = {}, url = server.url) =>
  getFile(`${url}/manifest.webmanifest`, headers);
const manifest = async (headers?: Record<string, string>) => JSON.parse((await get(headers)).text);
const configure = (settings: Record<string, string>) => server.domain.configure(settings);

describe('the manifest', () => {
  test('has its own content type, and is sent again only if it has changed', async () => {
    const first = await get();
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      'content-language': 'en',
      vary: 'accept-encoding, cookie, accept-language',
    });
    const known = { 'if-none-match': first.headers.etag ?? '' };
    const again = await get(known);
    expect([again.status, again.text]).toEqual([304, '']);
    await configure({ 'product.name': 'Another' });
    expect((await get(known)).status).toBe(200);
    await configure({ 'product.name': 'Clipurse' });
    expect((await get(known)).status).toBe(304);
  });

  test('is sent compressed', async () => {
    const { headers, body } = await get({ 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(body).toString()).id).toBe('/');
  });

  test('identifies the app by values that never change', async () => {
    await configure({ 'product.name': 'Other' });
    const identity = ({ id, start_url, scope }: Record<string, unknown>) => [id, start_url, scope];
    expect(identity(await manifest({ cookie: 'language=ar' }))).toEqual(['/', '/', '/']);
  });

  test('names itself as a related app, so that a page can detect the installed app', async () => {
    expect((await manifest()).related_applications).toEqual([
      {
        platform: 'webapp',
        url: 'https://clips.example/manifest.webmanifest',
        id: 'https://clips.example/',
      },
    ]);
  });
});

describe('the operator’s settings in the manifest', () => {
  test.each([
    ['markup and quotes', `<b>"Clips" & 'more'</b></script>`],
    ['a backslash and a line separator', 'Clips \\ \u2028 more'],
    ['another script', 'كليبات'],
  ])('a name with %s is sent unchanged', async (_, name) => {
    await configure({ 'product.name': name });
    expect((await manifest()).name).toBe(name);
  });

  test('an empty name falls back to the product’s', async () => {
    await configure({ 'product.name': '' });
    expect(await manifest()).toMatchObject({ name: 'Clipurse', short_name: 'Clipurse' });
  });

  test.each([
    ['Clipurse', 'Clipurse'],
    ['Clips and Coins', 'Clips and'],
    ['Best of All Clips for Everybody Everywhere', 'Best of All'],
    ['Unpronounceableness Incorporated', 'Unpronounceableness'],
    ['ショート動画で楽しく稼ぐアプリ', 'ショート動画で楽しく稼ぐアプリ'],
    ['🎬🎬🎬 🎬🎬🎬 🎬🎬🎬 🎬🎬🎬', '🎬🎬🎬 🎬🎬🎬 🎬🎬🎬'],
    ['  Clips   now ', 'Clips now'],
  ])('the short name of %s is %s', (name, short) => {
    expect(shortNameOf(name)).toBe(short);
  });

  test('the colours are the operator’s', async () => {
    await configure({
      'product.theme_color': '#AABB00',
      'product.background_color': '#ffffff',
    });
    expect(await manifest()).toMatchObject({
      theme_color: '#AABB00',
      background_color: '#ffffff',
    });
  });

  test.each(['red', '#abc', '#12345g', '', 'url(x)'])('"%s" is refused as a colour', (value) => {
    expect(() => checkSetting('product.theme_color', value, new Date())).toThrow(
      'product.theme_color: must be a colour such as #0b1511',
    );
  });
});

describe('the language of the manifest', () => {
  test.each([
    ['is the browser’s', { 'accept-language': 'ar-EG,en;q=0.8' }, ['ar', 'rtl', 'المهام']],
    [
      'is the chosen one',
      { cookie: 'language=ar', 'accept-language': 'en' },
      ['ar', 'rtl', 'المهام'],
    ],
    ['is English for an unsupported language', { 'accept-language': 'de' }, ['en', 'ltr', 'Tasks']],
  ])('%s', async (_, sent, expected) => {
    const { lang, dir, shortcuts } = await manifest(sent as Record<string, string>);
    expect([lang, dir, shortcuts[1].name]).toEqual(expected);
  });

  test('a screenshot’s label is translated like the app, with English as the fallback', async () => {
    const { screenshots, description } = await manifest({ cookie: 'language=ar' });
    const labels = screenshots.map(({ label }: { label: string }) => label);
    expect(labels.slice(0, 2)).toEqual(['شاهد واكسب', 'More ways to earn']);
    expect(description).toBe('شاهد مقاطع الفيديو القصيرة، واكسب المكافآت، واسحبها.');
  });
});

test('the manifest is served in English before the app is built', async () => {
  const unbuilt = await startServer();
  const { status, text } = await get({ 'accept-language': 'ar' }, unbuilt.url);
  await unbuilt.close();
  expect([status, JSON.parse(text).lang]).toEqual([200, 'en']);
});
