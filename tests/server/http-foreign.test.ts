import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeResetLink } from '../../server/domain/reset-links.ts';
import type { Client } from './http/client.ts';
import { expectAnswer } from './http/coverage.ts';
import { bodyOf, sendBytes } from './http/raw.ts';
import { startServer, type TestServer, type User } from './http/server.ts';

const SITE = 'https://clips.example';
const FOREIGN = {
  code: 403,
  msg: 'A page of another origin sent this request.',
  data: { reason: 'foreign_origin' },
};

let server: TestServer;
let user: User;
let visitor: Client;
beforeAll(async () => {
  server = await startServer({ config: { publicUrl: SITE, trustProxy: true } });
  user = await server.user();
  visitor = server.visitor();
});
afterAll(() => server.close());

/** Posts a form as a browser does, without a preflight; `fetch` would not send these headers. */
async function post(headers: Record<string, string>, body = ''): Promise<unknown> {
  const lines = Object.entries({
    host: 'clips.example',
    connection: 'close',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
    'ba-user-token': user.token,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST /index.php/api/user/incrementShare HTTP/1.1\r\n${lines.join('')}\r\n`;
  return bodyOf(await sendBytes(server.url, head + body, true));
}

const shares = async () => (await expectAnswer(user.client, 'incrementShare')).shares;

test.each([
  ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a form of another site, without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another site in an older browser', { origin: 'https://evil.example' }],
  ['a frame without an origin', { origin: 'null' }],
  [
    'another host of our domain',
    { origin: 'https://a.clips.example', 'sec-fetch-site': 'same-site' },
  ],
  ['a page of a host that begins like ours', { origin: `${SITE}.evil.example` }],
  [
    'a page of another site with forged proxy headers',
    {
      origin: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-for': '::2',
    },
  ],
  ['our page without TLS', { origin: 'http://clips.example', 'sec-fetch-site': 'cross-site' }],
  ['our page without TLS in an older browser', { origin: 'http://clips.example' }],
])('%s changes nothing', async (_name, headers) => {
  const before = await shares();
  expect(await post(headers)).toEqual(FOREIGN);
  expect(await shares()).toBe(before + 1);
});

test.each([
  ['our page', { origin: SITE, 'sec-fetch-site': 'same-origin' }],
  ['our page in an older browser', { origin: SITE }],
  ['our page at the host name of the request', { host: 'a:8080', origin: 'http://a:8080' }],
  ['our page behind a proxy that renames the host', { host: 'inside', origin: SITE }],
  ['an address typed into the browser', { 'sec-fetch-site': 'none' }],
  ['a client other than a browser', {}],
])('%s may change data', async (_name, headers) => {
  expect(await post(headers)).toMatchObject({ code: 1, msg: 'ok' });
});

test('a foreign page cannot register an account, and its request is not counted', async () => {
  await server.domain.configure({ 'limit.requests_per_minute': '3' });
  server.domain.advance(60_000);
  const body = new URLSearchParams({
    tab: 'register',
    username: 'victim',
    email: 'victim@mail.example',
    password: 'correct horse battery',
  });
  for (let time = 0; time < 5; time += 1) {
    const received = await visitor.raw('/index.php/api/user/checkIn', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body,
    });
    expect(received).toMatchObject({ status: 403, envelope: FOREIGN });
  }
  expect((await visitor.raw('/index.php/api/video/list')).status).toBe(200);
  const { rowCount } = await server.domain.pool.query(
    "select from account where username = 'victim'",
  );
  expect(rowCount).toBe(0);
});

test('a foreign page cannot set a password', async () => {
  const { code } = await makeResetLink(server.domain.pool, user.userId, server.domain.now());
  const body = new URLSearchParams({ code, password: 'eleven paper boats' });
  const choose = (origin: string) =>
    visitor.raw('/index.php/api/user/resetPassword', { method: 'POST', headers: { origin }, body });
  server.domain.advance(60_000);
  expect(await choose('https://evil.example')).toMatchObject({ status: 403, envelope: FOREIGN });
  expect(await choose(SITE)).toMatchObject({ status: 200, envelope: { code: 1 } });
});

test('a cross-site request that only reads is allowed', async () => {
  const headers = { origin: 'https://evil.example' };
  expect((await visitor.raw('/index.php/api/video/list', { headers })).status).not.toBe(403);
});
