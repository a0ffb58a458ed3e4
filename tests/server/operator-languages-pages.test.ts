import { expect, test } from 'vitest';
import { expectRefusal } from './http/coverage.ts';
import { getFile } from './http/files.ts';
import { server, setUpPreviews } from './http/preview.setup.ts';
import { operatorOf } from './languages.support.ts';

setUpPreviews();

const { done, asked } = operatorOf(() => server);

test('a page has its first clip, and a link’s preview, in the reader’s language', async () => {
  const id = await server.domain.video({ title: 'Koi' });
  await done('videos', 'edit', String(id), '--title', 'ar=كوي');
  const page = async (path: string, language: string) =>
    getFile(server.url + path, { 'accept-language': language });
  const [arabic, french] = [await page('/', 'ar'), await page('/', 'fr')];
  expect(arabic.text).toContain('<bdi>كوي</bdi>');
  expect(arabic.text).toContain('"title":"كوي"');
  expect(arabic.text).not.toContain('"texts"');
  expect(french.text).toContain('<bdi>Koi</bdi>');
  expect(arabic.headers.vary).toContain('accept-language');
  expect(arabic.headers.etag).not.toBe(french.headers.etag);
  expect((await page(`/?video=${id}`, 'ar')).text).toContain(
    'content="\u2068كوي\u2069 | Clipurse"',
  );
  expect((await page(`/?video=${id}`, 'fr')).text).toContain(
    'content="\u2068Koi\u2069 | Clipurse"',
  );
});

test('the product’s name may differ by language, in pages and for the installed app', async () => {
  await done('config', 'set', 'product.name', 'ar=كليبرس');
  const read = async (path: string, language: string) =>
    (await getFile(server.url + path, { 'accept-language': language })).text;
  expect(await read('/login', 'ar')).toMatch(/<title>[^<]* \| كليبرس<\/title>/);
  expect(await read('/login', 'ar')).toMatch(/<noscript>[^<]*كليبرس/);
  expect(await read('/login', 'en')).toContain('<title>Login | Clipurse</title>');
  const nameIn = async (language: string) =>
    JSON.parse(await read('/manifest.webmanifest', language)).name;
  expect([await nameIn('ar'), await nameIn('en')]).toEqual(['كليبرس', 'Clipurse']);
  expect(await asked('getAppConfig', 'ar')).toMatchObject({ product_name: 'كليبرس' });
  const form = { username: 'كليبرس', email: 'a@mail.example', password: 'a-long-one-7' };
  await expectRefusal(server.visitor(), 'checkIn', { tab: 'register', ...form }, 'username_taken');
  await done('config', 'set', 'product.name', 'ar=');
});

test('an invitation’s slogan is in the friend’s language, on the page and in its preview', async () => {
  await server.domain.video();
  const { userId } = await server.domain.user();
  const invite_code = 'ABCDEFGH';
  const invited = 'update account set invite_code = $1 where user_id = $2';
  await server.domain.pool.query(invited, [invite_code, userId]);
  await done('config', 'set', 'invite.slogan', 'ar=شاهد معي');
  const slogan = async (language: string) =>
    (await asked('landing', language, { invite_code })).inviter.slogan;
  expect(await slogan('ar')).toBe('شاهد معي');
  expect(await slogan('en')).toBe('Watch short videos with me and earn cash');
  const { text } = await getFile(`${server.url}/newuser?invite_code=${invite_code}`, {
    'accept-language': 'ar',
  });
  expect(text).toContain('content="شاهد معي · ');
  await done('config', 'set', 'invite.slogan', 'ar=');
  expect(await slogan('ar')).toBe('Watch short videos with me and earn cash');
});
