import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A local S3 store that stores files without checking access keys, and serves files to everybody. */
export interface StoreStub {
  /** the store's settings, for a server and the operator's commands */
  readonly env: Readonly<Record<string, string>>;
  /** the address at which the store serves files */
  readonly publicUrl: string;
  /** the stored files by key */
  readonly files: Map<string, { readonly body: Buffer; readonly type: string; readonly at?: Date }>;
  /** closes open connections, too */
  close(): void;
}

/** Returns a page of a store's list of files as XML, with at most three keys. */
function listed(files: StoreStub['files'], query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...files.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, 3);
  const contents = page.map((key) => {
    const { body, at = new Date() } = files.get(key) ?? { body: Buffer.alloc(0) };
    return `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`;
  });
  const next =
    keys.length > page.length
      ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : '';
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}

/** @param headers of the answers to readers */
export async function startStore(
  headers: Record<string, string> = { 'access-control-allow-origin': '*' },
): Promise<StoreStub> {
  const files: StoreStub['files'] = new Map();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://store');
    const key = pathname.replace(/^\/clips\/?/, '');
    const body = await buffer(request);
    if (request.method === 'PUT')
      files.set(key, { body, type: request.headers['content-type'] ?? '' });
    if (request.method === 'DELETE') files.delete(key);
    if (request.method === 'PUT' || request.method === 'DELETE') return response.end();
    if (key === '' && search.startsWith('?uploads')) return response.end('<Uploads/>');
    if (search.includes('list-type=2') && request.headers.authorization)
      return response.end(listed(files, searchParams));
    const file = files.get(key);
    if (!file) return response.writeHead(key === '' ? 403 : 404, headers).end();
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const size = file.body.length;
    const [from, to] = [Number(first ?? 0), last ? Math.min(Number(last), size - 1) : size - 1];
    const range = first === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${size}` };
    const length = { 'content-length': to - from + 1, 'content-type': file.type };
    response.writeHead(first === undefined ? 200 : 206, { ...headers, ...range, ...length });
    return response.end(request.method === 'HEAD' ? undefined : file.body.subarray(from, to + 1));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publicUrl = `${endpoint}/clips/media`;
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret', MEDIA_WAIT: '0' };
  return {
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: 'clips', MEDIA_URL: publicUrl, ...keys },
    publicUrl,
    files,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
