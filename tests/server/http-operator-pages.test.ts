import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import { publish } from '../../server/domain/operator-pages/publish.ts';
import { colours } from '../../server/http/operator-page-style.ts';
import { getFile } from './http/files.ts';
import { startServer, type TestServer } from './http/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ config: { publicUrl: 'https://clips.example' } });
  return () => server.close();
});
beforeEach(async () => {
  await server.domain.pool.query('truncate operator_page');
  // a server process caches a page for at most a second
  server.domain.advance(2_000);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  getFile(server.url + path, headers);

async function add(markdown: string, language = 'en', page: 'terms' | 'privacy' = 'terms') {
  const { pool } = server.domain;
  const now = new Date('2026-03-01T12:00:00Z');
  await inTransaction(pool, (db) => publish(db, { page, language, markdown, isMinor: false }, now));
  server.domain.advance(2_000);
}

test('a page that is not published is answered 404', async () => {
  expect([(await get('/terms.html')).status, (await get('/imprint.html')).status]).toEqual([
    404, 404,
  ]);
});

test('a page needs no script, and its policy allows no inline script', async () => {
  await add('# Our terms\n\nBe *kind*.\n\n| a | b |\n|---|---|\n| 1 | 2 |');
  await add('No title here', 'en', 'privacy');
  const { status, headers, text } = await get('/terms.html');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
  expect(text).not.toContain('<script');
  expect(text).toContain('<title>Terms of use | Clipurse</title>');
  expect(text).toContain('<link rel="canonical" href="https://clips.example/terms.html">');
  expect(text.match(/<h1/g)).toHaveLength(1);
  expect(text).toContain('Be <em>kind</em>.');
  expect(text).toContain('Version 1, March 1, 2026');
  expect(text).toContain('<a href="/privacy.html">Privacy policy</a>');
  expect((await get('/privacy.html')).text).toContain(
    '<h1 lang="en" dir="ltr">Privacy policy</h1>',
  );
  const known = { 'if-none-match': headers.etag ?? '' };
  expect((await get('/terms.html', known)).status).toBe(304);
});

test.each([
  ['[go](javascript:alert(1))', /href="javascript/i],
  ['<img src=x onerror=alert(1)>', /<img/],
  ['<a href="https://a.example" onclick="alert(1)">a</a>', /<a [^>]*onclick/],
  ['![p](https://a.example/p.png)', /<img/],
  ['[go](data:text/html,<script>)', /href="data/],
])('%s in a stored page is not rendered', async (markdown, bad) => {
  await server.domain.pool.query(
    `insert into operator_page (page, version, language, sha256, markdown, published_at)
     values ('terms', 1, 'en', sha256($1::bytea), convert_from($1::bytea, 'utf8'), now())`,
    [Buffer.from(markdown)],
  );
  server.domain.advance(2_000);
  const { status, text } = await get('/terms.html');
  expect(status).toBe(200);
  expect(text).not.toMatch(bad);
});

test('a page is in the reader’s language if published in it; its frame always is', async () => {
  await add('# Terms');
  await add('# Bedingungen', 'de');
  const german = await get('/terms.html', { 'accept-language': 'de-AT' });
  expect(german.headers['content-language']).toBe('de');
  expect(german.text).toContain('Bedingungen');
  const { text } = await get('/terms.html?lang=ar');
  expect(text).toContain('<html lang="ar" dir="rtl">');
  expect(text).toContain('<main lang="en" dir="ltr">');
});

test('a page that is published in one language only is shown in that language', async () => {
  await add('# Bedingungen', 'de');
  expect((await get('/terms.html')).text).toContain('<main lang="de" dir="ltr">');
});

test('the pages’ colours are the app’s', async () => {
  const tokens = await readFile(join(import.meta.dirname, '../../src/ui/tokens.css'), 'utf8');
  const [day = '', night = ''] = tokens.split('[data-theme="dark"]');
  for (const [name, [light, dark]] of Object.entries(colours)) {
    expect([day, night]).toEqual([
      expect.stringContaining(`--${name}: ${light};`),
      expect.stringContaining(`--${name}: ${dark};`),
    ]);
  }
});
