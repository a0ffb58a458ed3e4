import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { S3Limits } from '../../server/media/s3/client.ts';
import { s3Storage } from '../../server/media/s3/storage.ts';
import { CLIPS } from './operator.setup.ts';

let store: Server | undefined;
afterEach(() => {
  store?.close();
  store?.closeAllConnections();
});

const FILE = join(CLIPS, 'koi.webp');
const XML = { 'content-type': 'application/xml' };
const error = (code: string, message: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;

/** Starts a store with the given answers. */
async function open(answer: RequestListener, waitMs = 0, limits: Partial<S3Limits> = {}) {
  store = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'us-east-1' };
  const config = { endpoint, bucket: 'clips', publicUrl: endpoint, waitMs, ...keys };
  return s3Storage(config, limits);
}

test.each([
  [403, 'AccessDenied', /refuses: 403 AccessDenied: why; check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS/],
  [403, 'RequestTimeTooSkewed', /refuses: 403 RequestTimeTooSkewed: why; check/],
  [404, 'NoSuchBucket', /^there is no bucket clips at http:\S+: check S3_BUCKET and S3_ENDPOINT$/],
  [400, 'InvalidRequest', /refuses: 400 InvalidRequest: why$/],
  [503, 'SlowDown', /does not answer: it says 503 SlowDown$/],
  [429, 'TooManyRequests', /does not answer: it says 429 TooManyRequests$/],
])('%i %s is reported in one line, with the settings to check', async (status, code, message) => {
  const media = await open(({ method }, response) => {
    // S3 answers the first request, HEAD, with 404 while the file does not exist
    const isFirst = method === 'HEAD' && status !== 403;
    response.writeHead(isFirst ? 404 : status, XML).end(error(code, 'why'));
  });
  await expect(media.put('a.webp', FILE)).rejects.toThrow(message);
});

test('a request to a busy store is repeated, and the wait is reported', async () => {
  let asked = 0;
  const media = await open((_request, response) => {
    asked += 1;
    response.writeHead(asked < 3 ? 503 : 404, XML).end(error('SlowDown', 'why'));
  }, 60_000);
  const said: string[] = [];
  const report = (step: string) => said.push(step);
  expect(await media.fetch('a.webp', async () => '', { report })).toBeNull();
  const waiting = 'the media store does not answer (it says 503): waiting for it';
  expect([asked, said]).toEqual([3, [waiting, waiting]]);
});

test('after one wait without success, requests for further files do not wait', async () => {
  let asked = 0;
  const media = await open((_request, response) => {
    asked += 1;
    response.destroy();
  }, 2_000);
  const removed = () => expect(media.remove('a.webp')).rejects.toThrow(/does not answer: /);
  await removed();
  expect(asked).toBeGreaterThan(1);
  asked = 0;
  await removed();
  await removed();
  expect(asked).toBe(2);
});

test('a request without an answer ends after a time limit, or when the command is aborted', async () => {
  const media = await open(() => undefined, 0, { requestMs: 200 });
  await expect(media.remove('a.webp')).rejects.toThrow(
    'does not answer: no answer came within 0.2 s',
  );
  const patient = await open(() => undefined);
  const reason = new Error('broken off');
  const signal = AbortSignal.abort(reason);
  await expect(patient.put('a.webp', FILE, { signal })).rejects.toBe(reason);
});

test('an answer that breaks off is an error', async () => {
  const media = await open(({ method }, response) => {
    response.writeHead(200, { 'content-length': 100 });
    if (method === 'HEAD') response.end();
    else response.write('half', () => response.destroy());
  });
  const fetched = media.fetch('a.webp', async () => join(CLIPS, 'no/folder'));
  await expect(fetched).rejects.toThrow();
  await expect(media.elsewhere?.abortUploads(new Date())).rejects.toThrow(/does not answer: /);
});

test('a stored file with other bytes than those sent is an error', async () => {
  const media = await open(({ method }, response) => {
    response.writeHead(200, method === 'HEAD' ? { 'content-length': 3 } : {}).end();
  });
  await expect(media.put('a.webp', FILE)).rejects.toThrow(
    'the media store has not kept a.webp as it was sent',
  );
});
