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

/** On OpenStack Swift, where Debian's packages are. */
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

tried('a file that is put there is what everybody fetches, by ranges and for ever', async () => {
  const content = randomBytes(5_000);
  expect(await media.put('0123.mp4', await file(content))).toBe(true);
  const response = await get('0123.mp4', { range: 'bytes=100-199' });
  expect(response.status).toBe(206);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content.subarray(100, 200));
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect(response.headers.get('cache-control')).toBe(IMMUTABLE);
  expect(await media.put('0123.mp4', await file(content))).toBe(false);
});

tried('all that is kept is listed, with its bytes and since when', async () => {
  await media.put('listed.webp', await file(randomBytes(321)));
  const found = (await media.list()).find(({ name }) => name === 'listed.webp');
  expect(found?.bytes).toBe(321);
  // the store's clock is this machine's
  expect(Math.abs(Date.now() - (found?.at.getTime() ?? 0))).toBeLessThan(60_000);
});

tried('a file comes back as it was, and one that was removed does not', async () => {
  const content = randomBytes(PART_BYTES + 1_000);
  await media.put('back.mp4', await file(content));
  const path = await media.fetch('back.mp4', newDraft);
  expect(Buffer.compare(await readFile(path ?? ''), content)).toBe(0);
  await media.remove('back.mp4');
  await media.remove('back.mp4');
  expect((await get('back.mp4')).status).toBe(404);
  expect(await media.fetch('back.mp4', newDraft)).toBeNull();
});

tried(
  'what is hidden nobody fetches, and it is shown again with all that was said of it',
  async () => {
    const content = randomBytes(PART_BYTES + 1);
    await media.put('veil.mp4', await file(content));
    const { elsewhere } = media;
    // two may do it at once, or again what was broken off
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
  },
);

/** Begins an upload as a process does that is killed after its first part. */
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

tried('an upload that was broken off goes on where it was', async () => {
  const content = randomBytes(2 * PART_BYTES + 10);
  await killedUpload('long.mp4', content);
  const sent: number[] = [];
  const report = (_step: string, share = 0) => sent.push(share);
  await media.put('long.mp4', await file(content), { report });
  // begun, then the second part and the third
  expect(sent).toEqual([0, PART_BYTES, 2 * PART_BYTES].map((at) => at / content.length));
  expect(Buffer.compare(Buffer.from(await (await get('long.mp4')).arrayBuffer()), content)).toBe(0);
  expect(await uploads()).not.toContain('long.mp4');
});

tried('parts of another file are sent anew', async () => {
  await killedUpload('other.mp4', randomBytes(2 * PART_BYTES));
  const content = randomBytes(2 * PART_BYTES);
  await media.put('other.mp4', await file(content));
  expect(Buffer.compare(Buffer.from(await (await get('other.mp4')).arrayBuffer()), content)).toBe(
    0,
  );
});

tried('an upload that nobody goes on with is ended, and one of now is not', async () => {
  await killedUpload('left.mp4', randomBytes(PART_BYTES + 10));
  await media.elsewhere?.endUploads(new Date(Date.now() - 60_000));
  expect(await uploads()).toContain('left.mp4');
  await media.elsewhere?.endUploads(new Date(Date.now() + 60_000));
  expect(await uploads()).not.toContain('left.mp4');
});

tried.each([
  [
    'secretAccessKey',
    'wrong',
    /refuses: 403 SignatureDoesNotMatch: .*see S3_ACCESS_KEY_ID, S3_SEC/,
  ],
  ['accessKeyId', 'nobody', /refuses: 403 \w+: .*see S3_ACCESS_KEY_ID/],
  ['bucket', 'none', /^there is no bucket none at http:.*: see S3_BUCKET/],
])('with a wrong %s it is said what is wrong', async (name, value, message) => {
  const wrong = s3Storage({ ...swift.config, [name]: value });
  await expect(wrong.put('a.mp4', await file(randomBytes(10)))).rejects.toThrow(message);
});
