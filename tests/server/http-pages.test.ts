import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CODE, getFile, IMMUTABLE, PLAIN, SCRIPT, STYLE } from './http/files.ts';
import { appFolder, server, setUpServerWithApp, setUpWithoutClips } from './http/server.setup.ts';
import { startServer } from './http/server.ts';

const get = (path: string, headers?: Record<string, string>) => getFile(server.url + path, headers);

setUpServerWithApp();
setUpWithoutClips();

describe('the built app', () => {
  test.each([
    ['identity', undefined, (body: Buffer) => body],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, br', 'br', brotliDecompressSync],
  ])('a hashed asset for %s is cached for ever', async (accepted, encoding, decode) => {
    const { status, headers, body } = await get('/assets/app-1a2b.js', {
      'accept-encoding': accepted,
    });
    expect(status).toBe(200);
    expect(decode(body).toString()).toBe(CODE);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['cache-control']).toBe(IMMUTABLE);
    expect(headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(headers.vary).toBe('accept-encoding');
  });

  test('HEAD of a hashed asset has the same headers', async () => {
    const { status, headers } = await fetch(`${server.url}/assets/app-1a2b.js`, { method: 'HEAD' });
    expect([status, headers.get('cache-control')]).toEqual([200, IMMUTABLE]);
  });

  test.each(['/sw.js', '/manifest.webmanifest', '/', '/index.html', '/withdraw/index'])(
    '%s is revalidated each time',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
      const again = await get(path, { 'if-none-match': headers.etag ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  test.each(['/index.html', '/login', '/withdraw/index?from=push', '/Demo/demo', '/no/such/page'])(
    '%s is the document',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect([status, text]).toEqual([200, PLAIN]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=0.8, br;q=0', 'gzip', gunzipSync],
  ])('the document for %s', async (accepted, encoding, decode) => {
    const { headers, body } = await get('/login', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(decode(body).toString()).toBe(PLAIN);
    expect(headers.vary).toBe('accept-encoding, cookie, accept-language, sec-fetch-site');
  });

  test.each([
    ['the browser asks to save data', { 'save-data': 'on' }, true],
    ['the visitor has chosen to save data', { cookie: 'language=de; data=less' }, true],
    ['the visitor has chosen full data', { 'save-data': 'on', cookie: 'data=full' }, false],
    ['no setting asks to save data', {}, false],
  ])('the first clip waits for a tap if %s', async (_, asked, waits) => {
    await server.domain.video();
    const { text } = await get('/', asked);
    const clip = /<video id="first-clip"[^>]*>/.exec(text)?.[0] ?? '';
    expect([clip.includes('preload="none"'), clip.includes('autoplay')]).toEqual([waits, !waits]);
  });
});

describe('the language of the document', () => {
  const ARABIC =
    '<html lang="ar" dir="rtl">' +
    PLAIN.slice(PLAIN.indexOf('<head>'), PLAIN.indexOf('</head>')) +
    '<link rel="preload" as="fetch" crossorigin href="/assets/language-ar-1a2b3c4d.js" fetchpriority="low">' +
    PLAIN.slice(PLAIN.indexOf('</head>'));

  test.each([
    ['is the browser’s', { 'accept-language': 'ar-EG,en;q=0.8' }, 'ar'],
    ['is the most preferred of several', { 'accept-language': 'en;q=0.8, ar' }, 'ar'],
    ['is the chosen one', { cookie: 'clip=1; language=ar', 'accept-language': 'en' }, 'ar'],
    ['is English if it was chosen', { cookie: 'language=en', 'accept-language': 'ar' }, 'en'],
    ['is English for a Chinese browser', { 'accept-language': 'zh-CN,zh;q=0.9,ar;q=0.8' }, 'en'],
    ['is English for an unsupported language', { 'accept-language': 'de' }, 'en'],
    [
      'is English for a malformed header',
      { 'accept-language': '*;q=, ,;;, ar;q=0', cookie: 'language=' },
      'en',
    ],
  ])('%s', async (_, sent, language) => {
    const { text, headers } = await get('/login', sent as Record<string, string>);
    expect([headers['content-language'], headers.vary]).toEqual([
      language,
      'accept-encoding, cookie, accept-language, sec-fetch-site',
    ]);
    expect(text).toBe(language === 'ar' ? `<!doctype html>${ARABIC}` : PLAIN);
  });

  test('changes the entity tag', async () => {
    const english = await get('/login');
    const arabic = await get('/login', {
      'if-none-match': english.headers.etag ?? '',
      cookie: 'language=ar',
    });
    expect(arabic.status).toBe(200);
  });

  test('applies to the page with the first clip too', async () => {
    await server.domain.video();
    server.domain.advance(1000);
    const { text } = await get('/', { cookie: 'language=ar' });
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('<video id="first-clip"');
  });
});

describe('a page for the service worker’s cache', () => {
  const shellOf = async (path: string, headers: Record<string, string> = {}) =>
    (await get(path, headers)).headers['x-app-shell'];

  test('names the plain document it is made from, with and without a first clip', async () => {
    const plain = await shellOf('/index.html');
    expect(plain).toMatch(/^[\w-]{22}$/);
    await server.domain.video();
    server.domain.advance(1000);
    expect([await shellOf('/'), await shellOf('/login')]).toEqual([plain, plain]);
    expect(await shellOf('/', { cookie: 'language=ar' })).not.toBe(plain);
  });

  test('names another document while other hosts may be called', async () => {
    const set = (settings: Record<string, string>) => server.domain.configure(settings);
    const plain = await shellOf('/login');
    await set({ 'country.trace_url': 'https://edge.example/trace' });
    const calling = await shellOf('/login');
    await set({ 'country.trace_url': '' });
    expect([calling === plain, await shellOf('/login')]).toEqual([false, plain]);
  });

  test('other files name no document', async () => {
    expect(await shellOf('/assets/app-1a2b.js')).toBeUndefined();
    expect(await shellOf('/media/none.mp4')).toBeUndefined();
  });
});

describe('a page', () => {
  test('carries a policy that allows only its own inline scripts and styles', async () => {
    const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const { headers } = await get('/login');
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'self'",
      `script-src 'self' ${sha(SCRIPT)}`,
      `style-src 'self' ${sha(STYLE)}`,
      "img-src 'self' blob: data: https:",
      "media-src 'self' blob: data: https:",
      "connect-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});

test('a page that another site opened has no access to its opener', async () => {
  const policyFor = async (site: string) => {
    const { headers } = await get('/login', { 'sec-fetch-site': site });
    return headers['cross-origin-opener-policy'];
  };
  expect(await policyFor('cross-site')).toBe('same-origin');
  expect(await policyFor('same-site')).toBe('same-origin');
  expect(await policyFor('same-origin')).toBe('same-origin');
  expect(await policyFor('none')).toBeUndefined();
});

describe('a page may call our origin only', () => {
  const policyOf = async (url: string) => {
    const { headers } = await getFile(`${url}/login`);
    return headers['content-security-policy']?.split('; ').find((each) => /^connect/.test(each));
  };

  test('and Firebase, if push is set up', async () => {
    const push = { firebase: { apiKey: 'k' }, vapid_key: 'v' };
    const pushing = await startServer({ appDirectory: appFolder, config: { push } });
    const policy = await policyOf(pushing.url);
    await pushing.close();
    expect(policy).toBe(
      "connect-src 'self' https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com",
    );
  });

  test('and the host that reports the country, from when the operator sets it', async () => {
    const set = (url: string) => server.domain.configure({ 'country.trace_url': url });
    await set('https://edge.example/cdn-cgi/trace');
    expect(await policyOf(server.url)).toBe("connect-src 'self' https://edge.example");
    await set('');
    expect(await policyOf(server.url)).toBe("connect-src 'self'");
  });
});

test('without a built app every page says that it is not built', async () => {
  const bare = await startServer();
  const response = await fetch(`${bare.url}/login`);
  const text = await response.text();
  await bare.close();
  expect(response.status).toBe(503);
  expect(text).toContain('The app is not built yet');
});

test('an https address is answered with strict transport security', async () => {
  const secure = await startServer({ config: { publicUrl: 'https://clips.example' } });
  const { headers } = await fetch(`${secure.url}/healthz`);
  await secure.close();
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});
