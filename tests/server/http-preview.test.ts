import { gzipSync } from 'node:zlib';
import openGraph from 'open-graph-scraper';
import { beforeAll, describe, expect, test } from 'vitest';
import { headOf } from '../../server/http/preview.ts';
import { documentAt, found, PUBLIC_URL, server, setUpPreviews } from './http/preview.setup.ts';

setUpPreviews();

const CODE = 'ABCDEFGH';

const routes: readonly (readonly [path: string, title: string, isListed: boolean])[] = [
  ['/', 'Short Video', true],
  ['/newuser', 'Watch videos and earn cash', true],
  ['/login?tab=register', 'Login', true],
  ['/install', 'Install the app', true],
  ['/notifications', 'Notifications', false],
  ['/invite', 'Invite Friends', false],
  ['/invite/index', 'Invite Friends', false],
  ['/withdraw/index', 'Withdraw', false],
  ['/mine/', 'My Profile', false],
  ['/tasks/index', 'Task Center', false],
  ['/Demo/demo', 'Page not found', false],
  ['/no/such/page', 'Page not found', false],
];

test.each(routes)('%s has a title, a description and a picture', async (path, title, isListed) => {
  const whole = `${title} | Clipurse`;
  const description = 'Watch short videos, earn rewards, withdraw them.';
  const { og, ...rest } = await found(path);
  expect(rest).toMatchObject({ title: whole, description, isListed });
  expect(og).toMatchObject({
    ogTitle: whole,
    ogDescription: description,
    ogSiteName: 'Clipurse',
    ogType: 'website',
    ogImage: [{ url: `${PUBLIC_URL}/preview.png`, width: '1200', height: '630' }],
    twitterCard: 'summary_large_image',
  });
  expect(rest.canonical !== undefined).toBe(isListed);
});

test('the engineers’ pages have the product’s name as title, and are not indexed', async () => {
  await server.domain.configure({ 'debug.pages': 'true' });
  expect(await found('/Demo/tools')).toMatchObject({ title: 'Clipurse', isListed: false });
  await server.domain.configure({ 'debug.pages': 'false' });
});

test('all unknown paths share one document', async () => {
  const documents = await Promise.all(['/a', '/b/c', '/d?e=f'].map((path) => documentAt(path)));
  expect(new Set(documents).size).toBe(1);
  expect((await found('/a')).og.ogUrl).toBe(`${PUBLIC_URL}/`);
});

test.each(['de', 'ar', 'hi'])(
  'in %s each route has a title and description in that language',
  async (language) => {
    const readIn = async (tag: string, path: string) => {
      const common = { product: 'Clips', publicUrl: PUBLIC_URL, invitation: null, clip: null };
      const of = {
        ...common,
        language: tag,
        path,
        hasDebugPages: false,
        isLinked: false,
        languages: [],
      };
      return (await openGraph({ html: headOf(of).tags })).result;
    };
    for (const [address, title] of routes) {
      const path = address.replace(/\?.*/, '');
      const [own, english] = [await readIn(language, path), await readIn('en', path)];
      expect(english.ogTitle).toBe(`${title} | Clips`);
      expect(own.ogTitle).toMatch(/^.+ \| Clips$/);
      expect([path, own.ogTitle]).not.toEqual([path, english.ogTitle]);
      expect(own.ogDescription).toBeTruthy();
      expect(own.ogDescription).not.toBe(english.ogDescription);
      const { ogUrl, ogImage, ogType, twitterCard } = english;
      expect(own).toMatchObject({ ogUrl, ogImage, ogType, twitterCard });
    }
  },
);

describe('the alternate page of a language', () => {
  const alternatesAt = async (path: string) =>
    [...(await documentAt(path)).matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(
      ([, tag, address]) => [tag, address],
    );

  test('is linked by the pages that search engines index, and by no others', async () => {
    expect(await alternatesAt('/login?tab=register')).toEqual([
      ['x-default', `${PUBLIC_URL}/login`],
      ['en', `${PUBLIC_URL}/login?lang=en`],
      ['ar', `${PUBLIC_URL}/login?lang=ar`],
    ]);
    for (const path of ['/mine', '/withdraw', '/nowhere']) {
      expect(await alternatesAt(path)).toEqual([]);
    }
  });

  test.each(['/', '/login', '/install', '/newuser'])(
    '%s has an address in this language',
    async (path) => {
      const linked = `${path}?lang=ar`;
      const { canonical, og } = await found(linked);
      expect([canonical, og.ogUrl]).toEqual([PUBLIC_URL + linked, PUBLIC_URL + linked]);
      expect(og.ogTitle).toBe((await found(path, 'ar')).og.ogTitle);
      expect(await documentAt(linked)).toContain('<html lang="ar" dir="rtl"');
      expect(await alternatesAt(linked)).toEqual(await alternatesAt(path));
    },
  );

  test('is not sent if the reader has chosen another language, nor for an unknown language', async () => {
    const headers = { 'accept-language': 'en', cookie: 'language=en' };
    const chosen = await fetch(`${server.url}/?lang=ar`, { headers });
    expect(await chosen.text()).toBe(await documentAt('/'));
    for (const tag of ['xx', '', '"><b>']) {
      expect(await documentAt(`/?lang=${tag}`)).toBe(await documentAt('/'));
    }
  });

  test('is made from the same plain document as the page without a language', async () => {
    const shellAt = async (path: string) => {
      const { headers } = await fetch(server.url + path, { headers: { 'accept-language': 'en' } });
      return headers.get('x-app-shell');
    };
    expect(await shellAt('/?lang=ar')).toBe(await shellAt('/'));
    expect(await shellAt('/')).toBeTruthy();
  });

  test('has no address of its own if only members see its content', async () => {
    expect((await found('/mine?lang=ar')).og.ogUrl).toBe(`${PUBLIC_URL}/mine`);
  });
});

describe('an invitation', () => {
  let inviter: bigint;
  beforeAll(async () => {
    inviter = (await server.domain.user({ username: 'Maximilian_1' })).userId;
    const { pool } = server.domain;
    await pool.query('update account set invite_code = $1 where user_id = $2', [CODE, inviter]);
  });
  const rename = async (name: string) => {
    const { pool } = server.domain;
    await pool.query('update account set username = $1 where user_id = $2', [name, inviter]);
    server.domain.advance(1_000);
  };
  const path = `/newuser?invite_code=${CODE}`;

  test('names the inviter, masked, the slogan and the sum, and links with the invite code', async () => {
    await rename('Maximilian_1');
    const { og, isListed, canonical } = await found(path);
    expect(og).toMatchObject({
      ogTitle: '\u2068Ma***_1\u2069 invites you | Clipurse',
      ogDescription: 'Watch short videos with me and earn cash · What you earn: +1.10',
      ogUrl: `${PUBLIC_URL}/newuser?invite_code=${CODE}`,
    });
    expect({ isListed, canonical }).toEqual({ isListed: true, canonical: `${PUBLIC_URL}/newuser` });
  });

  test.each(['.', ')', '%E2%80%8B', '&utm=x'])(
    'is recognized in a link that ends with "%s"',
    async (end) => {
      expect((await found(path + end)).og.ogTitle).toContain('invites you');
    },
  );

  test.each([
    ['<b>"Ada" & co</b>', '<b***b>'],
    ['\u202eevil\u202c name', 'ev***me'],
    ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦 ***ly'],
    ['$& $1 `', '$& $1 `'],
  ])('escapes the name "%s"', async (name) => {
    await rename(name);
    await server.domain.configure({ 'invite.slogan': `Come "in" <script> & win $&` });
    const { og, title } = await found(path);
    expect(og.ogDescription).toBe(`Come "in" <script> & win $& · What you earn: +1.10`);
    expect(og.ogTitle).toMatch(/^\u2068[^\u202a-\u202e]+\u2069 invites you \| Clipurse$/);
    expect(og.ogSiteName).toBe('Clipurse');
    expect(title).not.toMatch(/["<>]/);
  });

  test('with an unknown code, or of a blocked member, is the common page', async () => {
    const common = (await found('/newuser')).og.ogTitle;
    expect((await found('/newuser?invite_code=ZZZZZZZZ')).og.ogTitle).toBe(common);
    await server.domain.pool.query('update account set blocked_at = now() where user_id = $1', [
      inviter,
    ]);
    server.domain.advance(1_000);
    expect((await found(path)).og.ogTitle).toBe(common);
  });
});

test('every title has the operator’s name of the product, if there is one', async () => {
  await server.domain.configure({ 'product.name': 'Clips & "Co"' });
  const { og } = await found('/login');
  expect([og.ogTitle, og.ogSiteName]).toEqual(['Login | Clips & "Co"', 'Clips & "Co"']);
  await server.domain.configure({ 'product.name': '' });
  expect((await found('/login')).og.ogTitle).toBe('Login');
  await server.domain.configure({ 'product.name': 'Clipurse' });
});

test('a preview adds at most 600 bytes to the document', async () => {
  const weigh = (html: string) => gzipSync(html).length;
  const html = await documentAt('/login');
  const without = html.replace(/<title>.*?twitter:card"[^>]*>/, '<title>Clipurse</title>');
  expect(without.length).toBeLessThan(html.length);
  expect(weigh(html) - weigh(without)).toBeLessThanOrEqual(600);
});
