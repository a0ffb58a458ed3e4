import * as v from 'valibot';
import type { InputOf } from '../../../contract/call.ts';
import * as calls from '../../../contract/calls.ts';
import { BASE_PATH, type Envelope, envelope, TOKEN_HEADER } from '../../../contract/envelope.ts';

export type Calls = typeof calls;
/** Every call of the contract by name. */
export const table: Calls = { ...calls };
export type CallName = keyof Calls;

/** An answer with its exact text. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** the body's exact text */
  readonly text: string;
  readonly envelope: Envelope;
}

/** An envelope; strict, so that one more field fails. */
const strictEnvelope = v.strictObject(envelope.entries);

/** A client that sends what the app sends. */
export class Client {
  readonly url: string;
  readonly token: string | null;

  constructor(url: string, token: string | null) {
    this.url = url;
    this.token = token;
  }

  /** Makes a call of the contract; a test may send any input. */
  send<Name extends CallName>(
    name: Name,
    input: InputOf<Calls[Name]> | Record<string, unknown> = {},
    headers: Record<string, string> = {},
    signal: AbortSignal | null = null,
  ): Promise<Received> {
    const call = table[name];
    if (call.method === 'POST') {
      return this.raw(BASE_PATH + call.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
        signal,
      });
    }
    const query = new URLSearchParams(input as Record<string, string>);
    return this.raw(`${BASE_PATH}${call.path}?${query}`, { headers, signal });
  }

  /** Sends any request whose answer must be an envelope. */
  async raw(path: string, init: RequestInit = {}): Promise<Received> {
    const headers = new Headers(init.headers);
    if (this.token !== null) headers.set(TOKEN_HEADER, this.token);
    const response = await fetch(this.url + path, { ...init, headers });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      envelope: v.parse(strictEnvelope, JSON.parse(text)),
    };
  }
}
