import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { MediaError, type Transfer } from '../storage.ts';
import type { S3Answer, S3Client } from './client.ts';
import { listOf, textOf } from './xml.ts';

/** Size of a part; every store takes parts of at least 5 MiB. */
export const PART_BYTES = 8 * 1024 * 1024;

interface Upload {
  readonly key: string;
  readonly id: string;
}

/** Unfinished uploads under a prefix, the newest last. */
async function listUploads(client: S3Client, prefix: string) {
  const { body } = await client.send({ method: 'GET', key: '', query: { uploads: '', prefix } });
  const found = listOf(body.toString(), 'Upload', ['Key', 'UploadId', 'Initiated']);
  return found
    .map(({ Key, UploadId, Initiated }) => ({ key: Key, id: UploadId, began: new Date(Initiated) }))
    .sort((one, other) => one.began.getTime() - other.began.getTime());
}

/** Aborts uploads that began before `before`, so that their parts cost nothing any more. */
export async function abortUploads(client: S3Client, prefix: string, before: Date): Promise<void> {
  for (const { key, id, began } of await listUploads(client, prefix)) {
    if (began >= before) continue;
    await client.send({ method: 'DELETE', key, query: { uploadId: id } });
  }
}

async function begin(
  client: S3Client,
  key: string,
  headers: Record<string, string>,
  transfer: Transfer,
): Promise<Upload> {
  const query = { uploads: '' };
  const { body } = await client.send({ method: 'POST', key, query, headers }, transfer);
  const id = textOf(body.toString(), 'UploadId');
  if (!id) throw new MediaError('the media store has begun an upload without giving its id');
  return { key, id };
}

const etagOf = (text: string | null) => text?.replaceAll('"', '') ?? '';

/** ETags of an upload's stored parts, by number; null: the upload no longer exists. */
async function listParts(client: S3Client, { key, id }: Upload) {
  const { status, body } = await client.send({ method: 'GET', key, query: { uploadId: id } });
  if (status === 404) return null;
  const parts = listOf(body.toString(), 'Part', ['PartNumber', 'ETag']);
  return new Map(parts.map(({ PartNumber, ETag }) => [Number(PartNumber), etagOf(ETag)]));
}

const partXml = (etag: string, at: number) =>
  `<Part><PartNumber>${at + 1}</PartNumber><ETag>"${etag}"</ETag></Part>`;

const complete = (client: S3Client, { key, id }: Upload, etags: readonly string[]) => {
  const xml = `<CompleteMultipartUpload>${etags.map(partXml).join('')}</CompleteMultipartUpload>`;
  const headers = { 'content-type': 'application/xml' };
  const query = { uploadId: id };
  return client.send({ method: 'POST', key, query, headers, body: Buffer.from(xml) });
};

/** Sends the missing parts. @returns the parts' ETags; null: the upload was aborted meanwhile */
async function sendParts(
  client: S3Client,
  upload: Upload,
  path: string,
  { name, ...transfer }: Transfer & { readonly name: string },
): Promise<string[] | null> {
  const there = await listParts(client, upload);
  if (there === null) return null;
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const etags: string[] = [];
    for (let position = 0; position < size; position += PART_BYTES) {
      const length = Math.min(PART_BYTES, size - position);
      const { buffer: body } = await file.read(Buffer.alloc(length), 0, length, position);
      const sum = createHash('md5').update(body).digest('hex');
      const number = etags.length + 1;
      if (there.get(number) !== sum) {
        transfer.report?.(`sending ${name}`, position / size);
        const query = { partNumber: String(number), uploadId: upload.id };
        const { key } = upload;
        const answer: S3Answer = await client.send({ method: 'PUT', key, query, body }, transfer);
        if (answer.status === 404) return null;
        etags.push(etagOf(answer.headers.get('etag')));
      } else etags.push(sum);
    }
    return etags;
  } finally {
    await file.close();
  }
}

/**
 * Sends a large file in parts. An interrupted upload is continued, by any process: the file's name
 * determines its content.
 */
export async function sendLarge(
  client: S3Client,
  key: string,
  path: string,
  {
    headers,
    ...transfer
  }: Transfer & {
    readonly headers: Record<string, string>;
    readonly name: string;
  },
): Promise<void> {
  const known = (await listUploads(client, key)).findLast((each) => each.key === key);
  // the known upload may be aborted in between, for example by a rule of the bucket
  for (const upload of [known, undefined]) {
    const own = upload ?? (await begin(client, key, headers, transfer));
    const etags = await sendParts(client, own, path, transfer);
    if (etags === null) continue;
    const { status } = await complete(client, own, etags);
    if (status !== 404) return;
  }
  throw new MediaError(`the media store has given up the upload of ${transfer.name}: try again`);
}
