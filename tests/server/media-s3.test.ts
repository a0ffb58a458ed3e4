import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PART_BYTES } from '../../server/media/s3/multipart.ts';
import { s3Storage } from '../../server/media/s3/storage.ts';
import type { MediaStorage } from '../../server/media/storage.ts';
import { hasSwift, type Swift, startSwift } from './s3/swift.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Runs a test on OpenStack Swift; skips it without Debian's packages of Swift. */
const tried = test.skipIf(!hasSwift);

let swift: Swift;
let media: MediaStorage;
let folder: string;

beforeAll(async () => {
  if (!hasSwift) return;
  folder = await mkdtemp(join(tmpdir(), 'clipurse-s3-'));
  swift = await startSwift();
  media = s3Storage(swift.config);
});
afterAll(async () => {
  await swift?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function file(content: Buffer): Promise<string> {
  const path = join(folder, randomBytes(4).toString('hex'));
  await writeFile(path, content);
  return path;
}
const newDraft = async () => join(folder, randomBytes(4).toString('hex'));
const get = (name: string, headers: Record<string, string> = {}) =>
  fetch(`${swift.config.publicUrl}/${name}`, { headers });

tried('a stored file is fetched with its bytes, by ranges, and as immutable', async () => {
  const content = randomBytes(5_000);
  expect(await media.put('0123.mp4', await file(content))).toBe(true);
  const response = await get('0123.mp4', { range: 'bytes=100-199' });
  expect(response.status).toBe(206);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content.subarray(100, 200));
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect(response.headers.get('cache-control')).toBe(IMMUTABLE);
  expect(await media.put('0123.mp4', await file(content))).toBe(false);
});

tried('all stored files are listed, with their bytes and times', async () => {
  await media.put('listed.webp', await file(randomBytes(321)));
  const found = (await media.list()).find(({ name }) => name === 'listed.webp');
  expect(found?.bytes).toBe(321);
  // the store runs on this machine's clock
  expect(Math.abs(Date.now() - (found?.at.getTime() ?? 0))).toBeLessThan(60_000);
});

tried('a stored file is fetched unchanged, and not after its removal', async () => {
  const content = randomBytes(PART_BYTES + 1_000);
  await media.put('back.mp4', await file(content));
  const path = await media.fetch('back.mp4', newDraft);
  expect(Buffer.compare(await readFile(path ?? ''), content)).toBe(0);
  await media.remove('back.mp4');
  await media.remove('back.mp4');
  expect((await get('back.mp4')).status).toBe(404);
  expect(await media.fetch('back.mp4', newDraft)).toBeNull();
});

tried('a hidden file cannot be fetched, and is shown again with its headers', async () => {
  const content = randomBytes(PART_BYTES + 1);
  await media.put('veil.mp4', await file(content));
  const { elsewhere } = media;
  // two commands may hide the file concurrently, or one may hide it again after a crash
  for (const _ of [1, 2]) await elsewhere?.hide('veil.mp4', 'hidden/a.mp4');
  expect((await get('veil.mp4')).status).toBe(404);
  for (const _ of [1, 2]) await elsewhere?.show('veil.mp4', 'hidden/a.mp4');
  const shown = await get('veil.mp4');
  expect(Buffer.compare(Buffer.from(await shown.arrayBuffer()), content)).toBe(0);
  expect(shown.headers.get('content-type')).toBe('video/mp4');
  expect(shown.headers.get('cache-control')).toBe(IMMUTABLE);
  await elsewhere?.hide('veil.mp4', 'hidden/a.mp4');
  await elsewhere?.erase('veil.mp4', 'hidden/a.mp4');
  await elsewhere?.show('veil.mp4', 'hidden/a.mp4');
  expect((await get('veil.mp4')).status).toBe(404);
});

/** Starts an upload that is killed after its first part. */
async function killedUpload(name: string, content: Buffer): Promise<void> {
  const ending = new AbortController();
  const report = (_step: string, share = 0) => {
    if (share > 0) ending.abort(new Error('killed'));
  };
  const path = await file(content);
  await expect(media.put(name, path, { signal: ending.signal, report })).rejects.toThrow('killed');
  expect((await get(name)).status).toBe(404);
}
const uploads = async () => (await swift.send('GET', '?uploads')).text();

tried('an upload that was broken off is resumed', async () => {
  const content = randomBytes(2 * PART_BYTES + 10);
  await killedUpload('long.mp4', content);
  const sent: number[] = [];
  const report = (_step: string, share = 0) => sent.push(share);
  await media.put('long.mp4', await file(content), { report });
  // the start, then the second and the third part: the store has the first part
  expect(sent).toEqual([0, PART_BYTES, 2 * PART_BYTES].map((at) => at / content.length));
  expect(Buffer.compare(Buffer.from(await (await get('long.mp4')).arrayBuffer()), content)).toBe(0);
  expect(await uploads()).not.toContain('long.mp4');
});

tried('parts of another file are sent again', async () => {
  await killedUpload('other.mp4', randomBytes(2 * PART_BYTES));
  const content = randomBytes(2 * PART_BYTES);
  await media.put('other.mp4', await file(content));
  expect(Buffer.compare(Buffer.from(await (await get('other.mp4')).arrayBuffer()), content)).toBe(
    0,
  );
});

tried('an abandoned upload is ended, and a recent one is not', async () => {
  await killedUpload('left.mp4', randomBytes(PART_BYTES + 10));
  await media.elsewhere?.abortUploads(new Date(Date.now() - 60_000));
  expect(await uploads()).toContain('left.mp4');
  await media.elsewhere?.abortUploads(new Date(Date.now() + 60_000));
  expect(await uploads()).not.toContain('left.mp4');
});

tried.each([
  [
    'secretAccessKey',
    'wrong',
    /refuses: 403 SignatureDoesNotMatch: .*check S3_ACCESS_KEY_ID, S3_SEC/,
  ],
  ['accessKeyId', 'nobody', /refuses: 403 \w+: .*check S3_ACCESS_KEY_ID/],
  ['bucket', 'none', /^there is no bucket none at http:.*: check S3_BUCKET/],
])('a wrong %s is reported with the settings to check', async (name, value, message) => {
  const wrong = s3Storage({ ...swift.config, [name]: value });
  await expect(wrong.put('a.mp4', await file(randomBytes(10)))).rejects.toThrow(message);
});
