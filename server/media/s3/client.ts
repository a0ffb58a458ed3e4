import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { MediaConfig } from '../../config.media.ts';
import { MediaError, type Transfer } from '../storage.ts';
import { textOf } from './xml.ts';

/** Timeout of one request, such as a part of a file on a slow connection. */
export const REQUEST_MS = 90_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** empty: the bucket itself */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer<ArrayBuffer>;
}

/** An answer with its body, also of an error. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** S3's code of the error, such as `NoSuchKey`; null: no error, or one without a code */
  readonly code: string | null;
}

/** The error code in a body: the completion of an upload may be answered with 200 and an error in the body. */
const codeOf = (headers: Headers, body: Buffer) =>
  headers.get('content-type')?.includes('xml') ? textOf(body.toString(), 'Code') : null;

/** Whether the failure may be temporary: the store is busy or broken. */
const isTransient = ({ status, code }: S3Answer) =>
  status >= 500 ||
  status === 429 ||
  status === 408 ||
  /^(InternalError|RequestTimeout)$/.test(code ?? '');

const errorReason = (error: unknown, requestMs: number): string => {
  const { name, message, cause } = error as Error & { readonly cause?: Error };
  if (name === 'TimeoutError') return `no answer came within ${requestMs / 1_000} s`;
  return cause?.message || message;
};

export interface S3Limits {
  /** timeout of one request, in ms */
  readonly requestMs: number;
  /** aborts all current requests */
  readonly signal?: AbortSignal | undefined;
}

/** Sends signed requests to a bucket, and retries temporary failures for a while. */
export class S3Client {
  readonly #config: MediaConfig;
  readonly #limits: S3Limits;
  readonly #aws: AwsClient;
  /** whether the store did not answer the last request in time: the next request is then tried only once */
  #isAway = false;

  constructor(config: MediaConfig, limits: S3Limits) {
    this.#config = config;
    this.#limits = limits;
    const { accessKeyId, secretAccessKey, region } = config;
    this.#aws = new AwsClient({
      ...{ accessKeyId, secretAccessKey, region },
      ...{ service: 's3', retries: 0 },
    });
  }

  get bucket(): string {
    return this.#config.bucket;
  }

  /** The bucket and its server, as the operator configured them. */
  get #place(): string {
    return `${this.#config.bucket} at ${this.#config.endpoint}`;
  }

  /**
   * @returns an answer with a definite status: 200 to 299, or 404
   * @throws MediaError for all others, and when no answer arrived in time
   */
  async send(request: S3Request, transfer: Transfer = {}): Promise<S3Answer> {
    const { signal = this.#limits.signal, report } = transfer;
    const until = Date.now() + (this.#isAway ? 0 : this.#config.waitMs);
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const why = await this.#try(request, signal);
      if (typeof why !== 'string') {
        this.#isAway = false;
        // an answer without a body does not contain the reason
        const isSilent = request.method === 'HEAD' && why.status >= 400 && why.status !== 404;
        if (!isSilent) return this.#checked(why);
        return this.send({ ...request, method: 'GET', headers: { range: 'bytes=0-0' } }, {});
      }
      signal?.throwIfAborted();
      const left = until - Date.now();
      if (left <= 0) {
        this.#isAway = true;
        throw new MediaError(`the media store ${this.#place} does not answer: ${why}`);
      }
      report?.(`the media store does not answer (${why}): waiting for it`);
      await wait(Math.min(pause, left), undefined, { signal }).catch(() => undefined);
      signal?.throwIfAborted();
    }
  }

  /** @returns the reason for another attempt; else the answer */
  async #try(request: S3Request, breaking?: AbortSignal): Promise<S3Answer | string> {
    const { requestMs } = this.#limits;
    const timeout = AbortSignal.timeout(requestMs);
    const signal = breaking ? AbortSignal.any([timeout, breaking]) : timeout;
    try {
      const response = await fetch(await this.#sign(request), { signal });
      const body = Buffer.from(await response.arrayBuffer());
      const { status, headers } = response;
      const answer = { status, headers, body, code: codeOf(headers, body) };
      return isTransient(answer) ? `it says ${status} ${answer.code ?? ''}`.trim() : answer;
    } catch (error) {
      return errorReason(error, requestMs);
    }
  }

  #sign({ method, key, query = {}, headers, body }: S3Request): Promise<Request> {
    const { endpoint, bucket } = this.#config;
    const path = key === '' ? bucket : `${bucket}/${key}`;
    const sum = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    return this.#aws.sign(`${endpoint}/${path}?${new URLSearchParams(query)}`, {
      method,
      // the store refuses a body that was changed in transit
      headers: { ...headers, 'x-amz-content-sha256': sum },
      ...(body && { body }),
    });
  }

  #checked(answer: S3Answer): S3Answer {
    const { status, code, body } = answer;
    if (code === 'NoSuchBucket') {
      throw new MediaError(`there is no bucket ${this.#place}: check S3_BUCKET and S3_ENDPOINT`);
    }
    if ((status < 300 && code === null) || status === 404) return answer;
    const said = code === null ? '' : ` ${code}: ${textOf(body.toString(), 'Message') ?? ''}`;
    const remedy =
      status === 401 || status === 403
        ? '; check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the rights of this key'
        : '';
    throw new MediaError(`the media store ${this.#place} refuses: ${status}${said}${remedy}`);
  }
}
