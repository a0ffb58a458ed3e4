import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerBrokenRequest } from '../../server/http/faults.ts';
import type { Client } from './http/client.ts';
import { invalid, NOT_FOUND } from './http/expected.ts';
import { bodyOf, sendBytes } from './http/raw.ts';
import { server, setUpServer } from './http/server.setup.ts';

const CHECK_IN = '/index.php/api/user/checkIn';
const LOGOUT = '/index.php/api/user/logout';
const LIST = '/index.php/api/video/list';

let visitor: Client;

setUpServer();
beforeAll(async () => {
  visitor = server.visitor();
});

describe('a query', () => {
  test.each([
    ['page=1&page=2', { page: 'given more than once' }],
    ['page=one', { page: 'a whole number' }],
    ['page=0', { page: 'from 1' }],
    ['limit=101', { limit: 'at most 100' }],
    ['limit=-1&page=1.5', { page: 'a whole number', limit: 'a whole number' }],
    ['page=9999999999999999', { page: 'a whole number' }],
    ['page=11&limit=100', { page: 'beyond the first 1000 entries: ask by a key' }],
    ['page=101', { page: 'beyond the first 1000 entries: ask by a key' }],
  ])('%s is refused', async (query, fields) => {
    expect(await visitor.raw(`${LIST}?${query}`)).toMatchObject(invalid(fields));
  });

  test.each(['page=10&limit=100', 'page=100', 'page=5000&after=1'])(
    '%s is answered: it stays within a thousand entries, or continues by a key',
    async (query) => {
      const received = await visitor.raw(`${LIST}?${query}`);
      expect(received).toMatchObject({ status: 200, envelope: { code: 1 } });
    },
  );

  test('with unknown names is answered as without them', async () => {
    const received = await visitor.raw(`${LIST}?__proto__=1&toString=2&x[y]=3`);
    expect(received).toMatchObject({ status: 200, envelope: { code: 1 } });
  });
});

describe('an unknown path', () => {
  test.each([
    ['GET', '/index.php'],
    ['GET', '/index.php/'],
    ['GET', '/index.php/api/user/nothing'],
    ['GET', '/index.php/API/video/list'],
    ['GET', `${LIST}/`],
    ['GET', '/index.php/../index.php/api/x'],
    ['POST', LIST],
    ['GET', CHECK_IN],
    ['PUT', CHECK_IN],
    ['DELETE', LOGOUT],
    ['OPTIONS', LIST],
    ['PATCH', '/'],
    ['POST', '/'],
  ])('%s %s', async (method, path) => {
    expect(await visitor.raw(path, { method })).toMatchObject(NOT_FOUND);
  });

  test('is answered without reading the body', async () => {
    const odd = { method: 'POST', body: 'x', headers: { 'content-type': 'text/odd' } };
    expect(await visitor.raw('/index.php/api/nothing', odd)).toMatchObject(NOT_FOUND);
  });

  test('HEAD is answered without a body', async () => {
    const response = await fetch(server.url + LIST, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([404, '']);
  });

  test('that cannot be decoded is a bad request', async () => {
    const received = await visitor.raw('/index.php/%zz');
    expect(received).toMatchObject(invalid({ path: 'has a percent sign that encodes nothing' }));
    expect(received.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('malformed HTTP', () => {
  const broken = (request: string) => invalid({ request }).envelope;

  test.each([
    ['a text that is not HTTP', 'hello\r\n\r\n', 'is not valid HTTP'],
    ['a method that does not exist', 'STEAL / HTTP/1.1\r\nhost: x\r\n\r\n', 'is not valid HTTP'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 'is not valid HTTP'],
    [
      'two headers content-length',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      'is not valid HTTP',
    ],
    [
      'a content-length beside chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'is not valid HTTP',
    ],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      'has headers that are too large',
    ],
  ])('%s', async (_name, bytes, why) => {
    const answer = await sendBytes(server.url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(bodyOf(answer)).toEqual(broken(why));
  });

  test.each([['x'], ['a'.repeat(500)], ['spaces in it'], ['../../etc/passwd'], ["' or 1=1 --"]])(
    'a malformed token is refused: %s',
    async (token) => {
      const received = await visitor.raw('/index.php/api/user/info', {
        headers: { 'ba-user-token': token },
      });
      expect(received.envelope.code).toBe(401);
    },
  );
});

test('a request that never ends is answered with the reason', async () => {
  const socket = new PassThrough() as unknown as Socket;
  answerBrokenRequest(
    Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    socket,
  );
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(bodyOf(answer)).toEqual(invalid({ request: 'took too long to arrive' }).envelope);
});

describe('a fault of the database or the code', () => {
  test('an answer that violates the contract is not sent', async () => {
    const { pool } = server.domain;
    const { client } = await server.user();
    await pool.query(
      `insert into payout_method (method, name, account_type, countries, account_pattern,
         account_hint, position)
       values ('odd', 'Odd', 'phone', '{Germany}', '^x$', '', 900)`,
    );
    const received = await client.send('withdrawalMethods');
    await pool.query("delete from payout_method where method = 'odd'");
    expect(received.status).toBe(500);
    expect(server.logLines.join('')).toContain(
      'the answer of /api/user/withdrawalMethods breaks the contract: list.0.countries.0',
    );
  });

  test('is a 500 with the request’s id, and without the cause', async () => {
    const { client, userId } = await server.user();
    await server.domain.pool.query('delete from wallet where user_id = $1', [userId]);
    const received = await client.send('withdrawConfig');
    const id = received.headers.get('x-request-id');
    expect(received).toMatchObject({
      status: 500,
      envelope: {
        code: 500,
        msg: 'Something went wrong on the server.',
        data: { request_id: id },
      },
    });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const logged = server.logLines.find((line) => line.includes(`"reqId":"${id}"`));
    expect(logged).toContain('request failed');
  });
});
