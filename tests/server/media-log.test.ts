import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import {
  addressSigner,
  MEDIA_SECRET,
  storedMediaUrl,
} from '../../server/domain/media-addresses.ts';
import { findSecret } from '../../server/domain/secrets.ts';
import { playable } from '../../server/domain/videos.ts';
import { readLine } from '../../server/operator/media-log/line.ts';
import { dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

const AT = new Date('2026-03-01T10:00:05.000Z');
let user: Caller;
let clip: number;
/** The clip's address in the user's list. */
let address: string;

beforeEach(async () => {
  domain.setNow(new Date('2026-03-01T10:00:00.000Z'));
  await domain.pool.query('truncate video, media_asked restart identity');
  await domain.pool.query('update media_coverage set log_since = null, log_until = null');
  clip = await domain.video();
  await domain.pool.query("update video set url = '/media/a.mp4'");
  user = await domain.user();
  const context = domain.context();
  const { list } = await playable(context, user, { page: 1, limit: 1 });
  const [first] = list;
  if (!first) throw new Error('no clip is listed');
  const mediaKey = await findSecret(domain.pool, MEDIA_SECRET);
  const plain = { ...first, url: first.url.split('?', 1)[0] ?? '' };
  address = addressSigner({ mediaKey, mediaUrl: null }, user.userId, domain.now())(plain).url;
});

const combined = (
  of: string,
  { time = '01/Mar/2026:12:00:05 +0200', status = 200, bytes = 5000 } = {},
) =>
  `203.0.113.7 - - [${time}] "GET ${of} HTTP/2.0" ${status} ${bytes} "https://clips.example/" "Mozilla/5.0"`;

const rows = async () =>
  (await domain.pool.query('select user_id, video_id, asked_on from media_asked')).rows;
const coverage = async () =>
  (await domain.pool.query('select log_since, log_until from media_coverage')).rows[0];

async function imported(name: string, content: string | Buffer) {
  await writeFile(join(dataDir, name), content);
  return run(['media-log', 'import', join(dataDir, name), '--as', 'bo']);
}

test('each format of the common CDNs is read as a request', () => {
  const request = { at: AT, method: 'GET', address: '/media/a.mp4?m=1', status: 206, bytes: 4096 };
  const uri = request.address;
  for (const line of [
    `203.0.113.7 - - [01/Mar/2026:10:00:05 +0000] "GET ${uri} HTTP/1.1" 206 4096`,
    `203.0.113.7 - a b [01/Mar/2026:04:30:05 -0530] "GET https://cdn.example${uri} HTTP/2.0" 206 4096 "-" "x"`,
    // nginx, Caddy, Cloudflare with its two time formats, Fastly
    {
      time: '2026-03-01T11:00:05+01:00',
      request: `GET ${uri} HTTP/1.1`,
      status: '206',
      body_bytes_sent: '4096',
    },
    { ts: 1772359205, request: { method: 'GET', uri }, status: 206, size: 4096 },
    {
      ...{ EdgeStartTimestamp: '2026-03-01T10:00:05Z', ClientRequestMethod: 'GET' },
      ...{ ClientRequestURI: uri, EdgeResponseStatus: 206, EdgeResponseBytes: 4096 },
    },
    {
      ...{ EdgeStartTimestamp: 1772359205000000000, ClientRequestMethod: 'GET' },
      ...{ ClientRequestURI: uri, EdgeResponseStatus: 206, EdgeResponseBytes: 4096 },
    },
    { timestamp: '1772359205000', request_method: 'GET', url: uri, status: 206, bytes: 4096 },
  ]) {
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    expect(readLine(text), text).toEqual(request);
  }
});

test.each([
  'not a line of a log',
  '{"status": 200}',
  '{broken',
  '203.0.113.7 - - [01/Foo/2026:10:00:05 +0000] "GET /a HTTP/1.1" 200 5000',
  // CloudFront's time without its date, and text that contains a number
  '{"time": "10:00:05", "method": "GET", "uri": "/a", "status": 200, "bytes": 5000}',
  '{"time": "line 1", "method": "GET", "uri": "/a", "status": 200, "bytes": 5000}',
])('%s is not a request', (line) => {
  expect(readLine(line)).toBe(null);
});

test('an address is mapped to its file, however deep the folders of a bucket or CDN', () => {
  const name = '0123456789abcdef01234567.mp4';
  for (const folder of ['', '/media', '/media/media', '/media/v1', '/clips/media']) {
    expect(storedMediaUrl(`${folder}/${name}`)).toBe(`/media/${name}`);
  }
  expect(storedMediaUrl('/media/clips/koi.mp4')).toBe('/media/clips/koi.mp4');
});

test('a time without a zone is read as UTC in every time zone', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/New_York';
  try {
    for (const time of [
      '2026-03-01 10:00:05',
      '2026-03-01T10:00:05.000',
      '2026-03-01T12:00:05+0200',
    ]) {
      const line = JSON.stringify({ time, method: 'GET', uri: '/a', status: 200, bytes: 1 });
      expect(readLine(line)?.at, time).toEqual(AT);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('malformed requests of strangers do not stop the import of a log', async () => {
  const came = (request: string) =>
    `203.0.113.9 - - [01/Mar/2026:10:00:05 +0000] "${request}" 400 157`;
  const log = [
    ...[came('-'), came(''), came(String.raw`\x16\x03\x01 \x22`), came('hello'), came('GET /a"b')],
    JSON.stringify({ time: '2026-03-01T10:00:05Z', request: '', status: 400, bytes: 0 }),
    combined(address),
  ].join('\n');
  expect(await imported('cdn.log', log)).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^7 requests .* 1 of them/),
  });
  expect(await rows()).toHaveLength(1);
});

test('a long line of brackets is read in linear time', () => {
  const started = performance.now();
  for (const part of ['[', '[a] "', '[a]', String.raw`\"[a] `]) {
    expect(readLine(`203.0.113.9 - ${part.repeat(900_000 / part.length)}`)).toBe(null);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('an import records users and clips, and the covered period; repeated, it changes nothing', async () => {
  const log = [
    combined('/'),
    combined(address, { time: '01/Mar/2026:10:30:00 +0000' }),
    combined(address, { status: 206, bytes: 100 }),
    combined('/media/a.mp4'),
  ].join('\n');
  for (const times of ['first', 'second']) {
    const { status, out, err } = await imported('cdn.log', `${log}\n`);
    expect([status, err, out], times).toEqual([
      0,
      '',
      '4 requests from 2026-03-01T10:00:05.000Z to 2026-03-01T10:30:00.000Z; 1 of them sent a part of a clip to a known person',
    ]);
    expect(await rows()).toEqual([
      { user_id: user.userId, video_id: BigInt(clip), asked_on: '2026-03-01' },
    ]);
    expect(await coverage()).toEqual({
      log_since: AT,
      log_until: new Date('2026-03-01T10:30:00Z'),
    });
  }
});

test('a gzip file is read, and a signed address counts only on its day and on the next', async () => {
  const late = combined(address, { time: '03/Mar/2026:10:00:00 +0000' });
  domain.setNow(new Date('2026-03-04T10:00:00.000Z'));
  expect(await imported('cdn.log.gz', gzipSync(late))).toMatchObject({ status: 0 });
  expect(await rows()).toEqual([]);
  const next = combined(address, { time: '02/Mar/2026:10:00:00 +0000' });
  expect(await imported('cdn.log.gz', gzipSync(next))).toMatchObject({ status: 0 });
  expect(await rows()).toMatchObject([{ asked_on: '2026-03-02' }]);
});

test.each([
  ['addresses without their query', () => combined('/media/a.mp4')],
  ['lines without the number of bytes', () => combined(address).replace(' 5000 ', ' - ')],
  ['addresses with a wrong signature', () => combined(address.replace(/.$/, '.'))],
])('a log with %s is not used to detect scripts', async (_name, log) => {
  const { status, out } = await imported('cdn.log', log());
  expect([status, out]).toEqual([
    0,
    expect.stringContaining('does not check claims of that time by this log'),
  ]);
  expect([await rows(), await coverage()]).toEqual([[], { log_since: null, log_until: null }]);
});

test('a line with an ancient time does not extend the covered period', async () => {
  const stood = combined('/', { time: '01/Jan/1970:00:00:00 +0000' });
  expect(await imported('cdn.log', `${stood}\n${combined(address)}`)).toMatchObject({ status: 0 });
  expect(await coverage()).toEqual({ log_since: AT, log_until: AT });
  expect(await imported('old.log', stood)).toMatchObject({
    status: 1,
    err: expect.stringContaining('has no requests since 2026'),
  });
});

test.each([
  [
    'a log with a line that is no request',
    () => `${combined(address)}\nwhat is this`,
    'line 2 is no request in',
  ],
  [
    'a log with a line of the future',
    () => combined(address, { time: '01/Mar/2099:10:00:00 +0000' }),
    'line 1 has the time 2099-',
  ],
  ['a log without a line', () => '\n', 'has no requests'],
])('nothing is imported from %s, and the message says why', async (_name, log, message) => {
  const { status, err } = await imported('bad.log', log());
  expect([status, err]).toEqual([1, expect.stringContaining(message)]);
  expect([await rows(), await coverage()]).toEqual([[], { log_since: null, log_until: null }]);
});

test('a missing file and a broken gzip file are named', async () => {
  expect(await run(['media-log', 'import', 'none.log'])).toMatchObject({
    status: 1,
    err: expect.stringContaining('there is no such file'),
  });
  const broken = await imported('odd.log.gz', 'no gzip');
  expect([broken.status, broken.err]).toEqual([1, expect.stringContaining('odd.log.gz: ')]);
});

test('an import is in the log of changes', async () => {
  await imported('cdn.log', combined(address));
  const { answer } = await json('audit', 'list', '--action', 'media-log import');
  expect(answer.at(-1)).toMatchObject({ who: 'bo', what: { requests: 1, sent: 1 } });
});

test('an address with the path of a bucket or CDN is mapped to its file', async () => {
  const [, query = ''] = address.split('?');
  for (const path of ['/a.mp4', '/clips/media/a.mp4']) {
    await domain.pool.query('delete from media_asked');
    await imported('bucket.log', combined(`${path}?${query}`));
    expect(await rows()).toHaveLength(1);
  }
});
