import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from './http/client.ts';
import { invalid, TOO_LARGE, UNSUPPORTED } from './http/expected.ts';
import { bodyOf, sendBytes } from './http/raw.ts';
import { server, setUpServer } from './http/server.setup.ts';

const CHECK_IN = '/index.php/api/user/checkIn';
const LOGOUT = '/index.php/api/user/logout';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

let visitor: Client;

setUpServer();
beforeAll(async () => {
  visitor = server.visitor();
});

function post(path: string, body: string | Uint8Array | FormData, type?: string) {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  return visitor.raw(path, { method: 'POST', body: body as BodyInit, headers });
}

describe('a JSON body', () => {
  test.each([
    ['cut off', '{"tab":'],
    ['two values', '{} {}'],
    ['a comment', '{/* */}'],
    ['a field __proto__', '{"__proto__":{"admin":true}}'],
    ['a field constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
  ])('that is malformed is refused: %s', async (_name, body) => {
    expect(await post(CHECK_IN, body, JSON_TYPE)).toMatchObject(
      invalid({ body: 'is not valid JSON' }),
    );
  });

  test.each([['[]'], ['"text"'], ['7'], ['true']])(
    'that is not an object is refused: %s',
    async (body) => {
      const received = await post(CHECK_IN, body, JSON_TYPE);
      expect(received).toMatchObject(invalid({ body: 'must be an object' }));
    },
  );

  test('that is not UTF-8 is refused', async () => {
    const body = Buffer.from('{"tab":"\xff"}', 'latin1');
    expect(await post(CHECK_IN, body, JSON_TYPE)).toMatchObject(invalid({ body: 'is not UTF-8' }));
  });

  test('that is empty is an empty object', async () => {
    const received = await post(CHECK_IN, '', JSON_TYPE);
    expect(received).toMatchObject(invalid({ tab: 'is missing' }));
  });

  test('with fields of wrong types is refused, and each field is named once', async () => {
    const body = { tab: 'register', username: 7, email: 'x', password: ['secret'], keep: 'maybe' };
    const received = await post(CHECK_IN, JSON.stringify(body), JSON_TYPE);
    expect(received).toMatchObject(
      invalid({
        username: 'must be string',
        email: 'an e-mail address',
        password: 'must be string',
        keep: 'true or false',
      }),
    );
    expect(received.text).not.toContain('secret');
  });

  test('with an unknown tab is refused', async () => {
    const received = await post(CHECK_IN, '{"tab":"admin"}', JSON_TYPE);
    expect(received).toMatchObject(invalid({ tab: 'must be ("login" | "register")' }));
  });

  test.each([
    ['a zero byte', 'a\u0000b'],
    ['half of a surrogate pair', '\ud83d'],
  ])('with %s in a text is refused', async (_name, username) => {
    const body = JSON.stringify({ tab: 'login', username, password: 'x' });
    const received = await post(CHECK_IN, body, JSON_TYPE);
    expect(received).toMatchObject(invalid({ username: 'has a character that is no text' }));
  });
});

describe('the body’s type', () => {
  const login = { tab: 'login', username: 'nobody', password: 'nothing' };
  const refused = { status: 200, envelope: { code: 0, data: { reason: 'invalid_credentials' } } };

  test.each([
    ['application/json; charset=utf-8', JSON.stringify(login)],
    ['application/json;charset="UTF-8"', JSON.stringify(login)],
    [FORM_TYPE, `${new URLSearchParams(login)}`],
    [`${FORM_TYPE}; charset=UTF-8`, `${new URLSearchParams(login)}`],
  ])('%s is read', async (type, body) => {
    expect(await post(CHECK_IN, body, type)).toMatchObject(refused);
  });

  test('multipart/form-data is read', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(login)) form.set(name, value);
    expect(await post(CHECK_IN, form)).toMatchObject(refused);
  });

  test('a file in a form is not accepted', async () => {
    const form = new FormData();
    form.set('username', new Blob(['x']), 'x.txt');
    expect(await post(CHECK_IN, form)).toMatchObject(UNSUPPORTED);
  });

  test.each([
    ['text/plain'],
    ['application/xml'],
    ['application/json; charset=latin1'],
    ['application/x-www-form-urlencoded; charset=utf-16'],
    ['nonsense'],
  ])('%s is not accepted', async (type) => {
    expect(await post(CHECK_IN, 'x', type)).toMatchObject(UNSUPPORTED);
  });

  test('a compressed body is not accepted', async () => {
    const received = await visitor.raw(CHECK_IN, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' },
      body: '{}',
    });
    expect(received).toMatchObject(UNSUPPORTED);
  });

  test('a name that a form gives twice is refused', async () => {
    const received = await post(CHECK_IN, 'tab=login&tab=register', FORM_TYPE);
    expect(received).toMatchObject(invalid({ tab: 'given more than once' }));
  });

  test('a form cannot reach a prototype', async () => {
    const received = await post(CHECK_IN, '__proto__=x&constructor=y', FORM_TYPE);
    expect(received).toMatchObject(invalid({ tab: 'is missing' }));
  });

  test('a multipart body without its end is refused', async () => {
    const received = await post(CHECK_IN, '--b\r\nbroken', 'multipart/form-data; boundary=b');
    expect(received).toMatchObject(invalid({ body: 'is not a valid multipart form' }));
  });

  test('a call without input needs no body and no type', async () => {
    const { client } = await server.user();
    const received = await client.raw(LOGOUT, { method: 'POST' });
    expect(received.envelope).toEqual({ code: 1, msg: 'ok', data: {} });
  });
});

describe('the body’s size', () => {
  const json = (bytes: number) => `{"tab":"login","x":"${'x'.repeat(bytes - 22)}"}`;

  test('64 KiB are read', async () => {
    const received = await post(CHECK_IN, json(65_536), JSON_TYPE);
    expect(received.status).toBe(400);
  });

  test.each([
    [JSON_TYPE, json(65_537)],
    [FORM_TYPE, `tab=${'x'.repeat(65_536)}`],
    ['multipart/form-data; boundary=b', 'x'.repeat(65_537)],
  ])('one byte more than 64 KiB is refused, as %s', async (type, body) => {
    expect(await post(CHECK_IN, body, type)).toMatchObject(TOO_LARGE);
  });

  test('a body that is too large is refused also if its length is not announced', async () => {
    const chunk = 'x'.repeat(0x8000);
    const chunks = `8000\r\n${chunk}\r\n`.repeat(3);
    const head = `POST ${CHECK_IN} HTTP/1.1\r\nhost: x\r\ncontent-type: ${JSON_TYPE}\r\n`;
    const bytes = `${head}transfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
    expect(bodyOf(await sendBytes(server.url, bytes))).toEqual(TOO_LARGE.envelope);
  });
});
