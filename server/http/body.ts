import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest, TransportFault } from './envelope.ts';

type Entries = Iterable<readonly [string, unknown]>;

/**
 * Fields of a query string or a form. A repeated name is ambiguous and refused; no call takes a
 * file.
 * @throws TransportFault 400 or 415
 */
export function fieldsOf(entries: Entries): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) {
    if (typeof value !== 'string') throw new TransportFault('unsupported_media_type');
    if (name in fields) throw invalidRequest({ [name]: 'given more than once' });
    fields[name] = value;
  }
  return fields;
}

/** Ignores bodies of all types, outside the API: the answer is 404, not 415. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** Parses the contract's three body types, each in UTF-8; the answer to any other type is 415. */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = jsonParser(app);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const text = decode(body);
      return text === '' ? {} : parse(request, text);
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => fieldsOf(new URLSearchParams(decode(body))),
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      fieldsOf(await parseMultipart(request.headers['content-type'] ?? '', body)),
  );
  app.addHook('preParsing', async (request, _reply, payload) => {
    checkEncoding(request.headers['content-type'] ?? '', request.headers['content-encoding']);
    return payload;
  });
}

/** Fastify's own parser, which refuses `__proto__` and `constructor.prototype`. */
function jsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      parse(request, text, (error, value) => {
        if (error) reject(invalidRequest({ body: 'is not valid JSON' }));
        else resolve(value);
      });
    });
}

function checkEncoding(contentType: string, contentEncoding: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1];
  const isUtf8 = charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
  const isPlain = contentEncoding === undefined || contentEncoding.toLowerCase() === 'identity';
  if (!isUtf8 || !isPlain) throw new TransportFault('unsupported_media_type');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalidRequest({ body: 'is not UTF-8' });
  }
}

/** Parses with the platform's multipart reader: the body is at most 64 KiB and in memory already. */
async function parseMultipart(contentType: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
  } catch {
    throw invalidRequest({ body: 'is not a valid multipart form' });
  }
}
