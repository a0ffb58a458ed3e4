import { connect } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface TlsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * Sends a request over TLS, by HTTP/1.1 and on a connection of its own.
 * @param options `ca`: the trusted authority; `localAddress`: the client's address
 */
export async function ask(
  url: string,
  options: RequestOptions & { ca: string },
  body = '',
): Promise<TlsAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TlsAnswer>();
  const sent = request(url, { agent: false, timeout: 20_000, ...options }, (answer) => {
    buffer(answer).then(
      (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
      reject,
    );
  });
  sent.on('error', reject).on('timeout', () => sent.destroy(new Error(`${url} does not answer`)));
  sent.end(body);
  return promise;
}

/** Returns the status of the page `/` over HTTP/2. */
export async function statusByHttp2(url: string, ca: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const session = connect(url, { ca });
  session.on('error', reject);
  const stream = session.request({ ':path': '/' });
  stream.on('error', reject).on('response', (headers) => resolve(Number(headers[':status'])));
  try {
    return await promise;
  } finally {
    session.destroy();
  }
}
