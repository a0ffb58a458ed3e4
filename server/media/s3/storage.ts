import { open, readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { MediaConfig } from '../../config.media.ts';
import { MediaError, type MediaStorage, type StoredFile, type Transfer } from '../storage.ts';
import { REQUEST_MS, S3Client, type S3Limits } from './client.ts';
import { abortUploads, PART_BYTES, sendLarge } from './multipart.ts';
import { listOf, textOf } from './xml.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.vtt': 'text/vtt; charset=utf-8',
};

const FOLDER = 'media/';
const CONTENTS = ['Key', 'Size', 'LastModified'] as const;
const keyOf = (name: string) => FOLDER + name;

/** The same headers as from the server's disk: a file never changes under its name. */
const headersOf = (name: string) => ({
  'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
  'cache-control': 'public, max-age=31536000, immutable',
});

/** Size in bytes; null: the file does not exist. */
async function sizeOf(client: S3Client, key: string, transfer: Transfer): Promise<number | null> {
  const { status, headers } = await client.send({ method: 'HEAD', key }, transfer);
  return status === 404 ? null : Number(headers.get('content-length'));
}

/** @returns false: the source does not exist */
async function copy(client: S3Client, from: string, to: string): Promise<boolean> {
  const headers = { 'x-amz-copy-source': `/${client.bucket}/${from}` };
  const { status } = await client.send({ method: 'PUT', key: to, headers });
  return status !== 404;
}

/** Downloads a file to this machine, in parts, each with a timeout. */
async function download(
  client: S3Client,
  name: string,
  { bytes, draft, ...transfer }: Transfer & { readonly bytes: number; readonly draft: string },
): Promise<void> {
  const file = await open(draft, 'w');
  try {
    for (let position = 0; position < bytes; position += PART_BYTES) {
      const end = Math.min(position + PART_BYTES, bytes);
      const headers = { range: `bytes=${position}-${end - 1}` };
      const { body } = await client.send({ method: 'GET', key: keyOf(name), headers }, transfer);
      if (body.length !== end - position) {
        throw new MediaError(`the media store has answered with another part of ${name}`);
      }
      await file.write(body);
    }
  } finally {
    await file.close();
  }
}

/** Lists all files, page by page: a store returns a thousand files at a time. */
async function listFolder(client: S3Client, transfer: Transfer): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  let next: string | null = null;
  do {
    const more: Record<string, string> = next === null ? {} : { 'continuation-token': next };
    const query = { 'list-type': '2', prefix: FOLDER, ...more };
    const { body } = await client.send({ method: 'GET', key: '', query }, transfer);
    const xml = body.toString();
    for (const { Key, Size, LastModified } of listOf(xml, 'Contents', CONTENTS)) {
      const name = Key.slice(FOLDER.length);
      files.push({ name, bytes: Number(Size), at: new Date(LastModified) });
    }
    transfer.report?.(`${files.length} files looked at`);
    next = textOf(xml, 'NextContinuationToken');
  } while (next);
  return files;
}

/** Stores files in a bucket, under `media/`, where everybody may read them. */
export function s3Storage(config: MediaConfig, limits: Partial<S3Limits> = {}): MediaStorage {
  const client = new S3Client(config, { requestMs: REQUEST_MS, ...limits });
  const remove = async (key: string) => void (await client.send({ method: 'DELETE', key }));
  return {
    put: async (name, path, transfer = {}) => {
      const key = keyOf(name);
      const { size } = await stat(path);
      if ((await sizeOf(client, key, transfer)) === size) return false;
      transfer.report?.(`sending ${name}`, 0);
      const headers = headersOf(name);
      if (size > PART_BYTES) await sendLarge(client, key, path, { ...transfer, headers, name });
      else {
        const body = await readFile(path);
        await client.send({ method: 'PUT', key, headers, body }, transfer);
      }
      if ((await sizeOf(client, key, transfer)) === size) return true;
      throw new MediaError(`the media store has not kept ${name} as it was sent`);
    },
    fetch: async (name, newDraft, transfer = {}) => {
      const bytes = await sizeOf(client, keyOf(name), transfer);
      if (bytes === null) return null;
      const draft = await newDraft();
      await download(client, name, { ...transfer, bytes, draft });
      return draft;
    },
    has: async (name) => (await sizeOf(client, keyOf(name), {})) !== null,
    list: (transfer = {}) => listFolder(client, transfer),
    remove: (name) => remove(keyOf(name)),
    elsewhere: {
      publicUrl: config.publicUrl,
      // the hidden copy stays when a file is shown again: processes that hide and show at once lose nothing
      hide: async (name, hidden) => {
        const isThere = (await sizeOf(client, hidden, {})) !== null;
        if (!isThere) await copy(client, keyOf(name), hidden);
        await remove(keyOf(name));
      },
      show: async (name, hidden) => void (await copy(client, hidden, keyOf(name))),
      erase: async (name, hidden) => {
        await remove(keyOf(name));
        await remove(hidden);
      },
      abortUploads: (before) => abortUploads(client, FOLDER, before),
    },
  };
}
