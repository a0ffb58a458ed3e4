import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test, vi } from 'vitest';
import { documentAt, found, PUBLIC_URL, server, setUpPreviews } from './http/preview.setup.ts';

setUpPreviews();

let id: number;
beforeAll(async () => {
  id = await server.domain.video({ title: 'Silk' });
});
const change = async (assignment: string, values: unknown[] = []) => {
  const text = `update video set ${assignment} where video_id = $1`;
  await server.domain.pool.query(text, [id, ...values]);
  server.domain.advance(1_000);
};

test.each(['en', 'ar'])(
  'a link to a clip shows its title, author, picture and film, in %s',
  async (language) => {
    const { og, canonical, isListed, title } = await found(`/?video=${id}&utm=x`, language);
    const plain = await found('/', language);
    expect(og).toMatchObject({
      ogTitle: '\u2068Silk\u2069 | Clipurse',
      ogDescription: `\u2068An author\u2069 · ${plain.description}`,
      ogType: 'video.other',
      ogUrl: `${PUBLIC_URL}/?video=${id}`,
      ogImage: [{ url: `${PUBLIC_URL}/media/poster.jpg` }],
      ogVideo: [{ width: '540', height: '960', type: 'video/mp4' }],
      twitterCard: 'summary_large_image',
      author: 'An author',
    });
    expect(og.ogVideo?.[0]?.url).toMatch(/^https:\/\/clips\.example\/media\/\d+\.mp4$/);
    expect(title).toBe(og.ogTitle);
    expect({ isListed, canonical }).toEqual({ isListed: true, canonical: og.ogUrl });
  },
);

test('a link to a clip passes on a member’s invite code, and shows nothing about the member', async () => {
  const { userId } = await server.domain.user({ username: 'Balthasar_2' });
  const code = 'BCDEFGHJ';
  await server.domain.pool.query('update account set invite_code = $1 where user_id = $2', [
    code,
    userId,
  ]);
  const alone = await found(`/?video=${id}`);
  const shared = await found(`/?video=${id}&invite_code=${code}`);
  expect(shared).toEqual({
    ...alone,
    og: { ...alone.og, ogUrl: `${PUBLIC_URL}/?video=${id}&invite_code=${code}` },
  });
  expect(await found(`/?video=${id}&invite_code=ZZZZZZZZ`)).toEqual(alone);
  expect(await found(`/?video=99&invite_code=${code}`)).toEqual(await found('/'));
});

test.each([
  ['</title><script>"Silk" & co', '</title><script>"Silk" & co'],
  ['\u202eevil\u202c \u2066name', 'evil name'],
  ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦 family'],
  ['$& $1 `', '$& $1 `'],
])('a name of "%s" for a clip is escaped', async (name, shown) => {
  await change('title = $2, author = $2', [name]);
  const { og, title, description } = await found(`/?video=${id}`);
  expect(og.ogTitle).toBe(`\u2068${shown}\u2069 | Clipurse`);
  expect(og.ogDescription).toContain(`\u2068${shown}\u2069 · `);
  expect([title, description].join('')).not.toMatch(/["<>]/);
});

test('a clip’s own picture of 1200 by 630 is shown if there is one', async () => {
  await change("preview = '/media/large.jpg'");
  expect((await found(`/?video=${id}`)).og.ogImage).toEqual([
    expect.objectContaining({ url: `${PUBLIC_URL}/media/large.jpg`, width: '1200', height: '630' }),
  ]);
  await change('preview = null');
});

test.each(['video=99', 'video=', 'video=e1', 'video=9999999999999999', 'xvideo=1'])(
  'a link that names no clip, such as %s, shows the page of the feed',
  async (query) => {
    expect(await documentAt(`/?${query}`)).toBe(await documentAt('/'));
  },
);

test('pages other than the feed ignore the query', async () => {
  expect(await documentAt(`/login?video=${id}`)).toBe(await documentAt('/login'));
});

test('a link to a disabled clip shows the page of the feed', async () => {
  await change('disabled_at = now()');
  expect((await found(`/?video=${id}`)).og).toEqual((await found('/')).og);
  await change('disabled_at = null');
});

test('a cached preview costs no query, and weighs at most 600 bytes', async () => {
  const title = 'Åß語 '.repeat(24);
  await change('title = $2, author = $3', [title, 'Ünknown 作者 '.repeat(5)]);
  const html = await documentAt(`/?video=${id}`, 'ar');
  const query = vi.spyOn(server.domain.pool, 'query');
  expect(await documentAt(`/?video=${id}`, 'ar')).toBe(html);
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
  const plain = await documentAt('/', 'ar');
  expect(html).not.toBe(plain);
  expect(gzipSync(html).length - gzipSync(plain).length).toBeLessThanOrEqual(600);
});
