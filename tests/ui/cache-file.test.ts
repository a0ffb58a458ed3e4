import { expect, test, vi } from 'vitest';
import { cacheFile } from '../../src/ports/cache-file.ts';

const URL_OF_CLIP = 'https://app.test/media/clips/1.mp4';

function visit(controller: object | null) {
  const fetched: string[] = [];
  vi.stubGlobal('location', new URL('https://app.test/'));
  vi.stubGlobal('navigator', { serviceWorker: { controller }, onLine: true });
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    return new Response('');
  });
  return fetched;
}

test('caching a file fails while no service worker controls the page', async () => {
  const fetched = visit(null);
  await expect(cacheFile(URL_OF_CLIP, new AbortController().signal)).rejects.toThrow();
  expect(fetched).toEqual([]);
});

test('a file is fetched while a service worker controls the page', async () => {
  const fetched = visit({});
  await cacheFile(URL_OF_CLIP, new AbortController().signal);
  expect(fetched).toEqual([URL_OF_CLIP]);
});

test('a file of another origin is cached only if it has the name of an operator’s file', async () => {
  const fetched = visit({});
  const { signal } = new AbortController();
  const ours = 'https://media.test/media/0123456789abcdef01234567.mp4?m=1.2.2026-03-01.x';
  await cacheFile('https://media.test/clips/koi.mp4', signal);
  await cacheFile(ours, signal);
  expect(fetched).toEqual([ours]);
});

test('a failed fetch from another origin is an error only if the phone is offline', async () => {
  visit({});
  const { signal } = new AbortController();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const name = '0123456789abcdef01234567.mp4';
  await cacheFile(`https://cdn.test/media/${name}`, signal);
  await expect(cacheFile(`https://app.test/media/${name}`, signal)).rejects.toThrow('fetch');
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} }, onLine: false });
  await expect(cacheFile(`https://cdn.test/media/${name}`, signal)).rejects.toThrow('fetch');
});

test('the caller’s signal aborts the fetch of a file', () => {
  visit({});
  const fetched = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetched);
  const { signal } = new AbortController();
  cacheFile(URL_OF_CLIP, signal);
  expect(fetched.mock.calls).toEqual([[URL_OF_CLIP, { signal }]]);
});
