import type { JWT } from 'google-auth-library';
import * as v from 'valibot';
import type { ServiceAccount } from '../config.ts';
import type { Now } from '../database/clock.ts';
import { failed, REQUEST_TIMEOUT_MS, retryDelayMs, type SendResult } from './result.ts';

export interface Fcm {
  /** @param body of `messages:send`; never rejects */
  send(body: object): Promise<SendResult>;
}

export interface FcmOptions {
  readonly serviceAccount: ServiceAccount;
  /** no slash at the end */
  readonly baseUrl: string;
  readonly now: Now;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';

/** The used part of Google's error body: names only, no text that could quote a token. */
const name = v.pipe(v.string(), v.regex(/^[A-Z_]{1,60}$/));
const errorBody = v.object({
  error: v.object({
    status: v.fallback(v.optional(name), undefined),
    details: v.fallback(
      v.array(
        v.object({
          errorCode: v.fallback(v.optional(name), undefined),
          fieldViolations: v.optional(v.array(v.object({ field: v.optional(v.string()) }))),
        }),
      ),
      [],
    ),
  }),
});

interface FcmError {
  /** Google's general status */
  readonly status: string | undefined;
  /** FCM's own error codes */
  readonly codes: readonly (string | undefined)[];
  /** invalid fields of the message, if Google names them */
  readonly fields: readonly (string | undefined)[];
}

function readError(text: string): FcmError {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // the answer is not Google's
  }
  const read = v.safeParse(errorBody, json);
  if (!read.success) return { status: undefined, codes: [], fields: [] };
  const { status, details } = read.output.error;
  const violations = details.flatMap(({ fieldViolations }) => fieldViolations ?? []);
  return {
    status,
    codes: details.map(({ errorCode }) => errorCode).filter(Boolean),
    fields: violations.map(({ field }) => field),
  };
}

/** Whether the token is the cause: unregistered, or invalid. */
function isAboutToken(httpStatus: number, { status, codes, fields }: FcmError): boolean {
  if (codes.includes('UNREGISTERED')) return true;
  if (httpStatus === 404) return status === 'NOT_FOUND';
  if (httpStatus !== 400 || status !== 'INVALID_ARGUMENT') return false;
  // an error of FCM that names no field of the message can only mean the token
  return fields.includes('message.token') || (fields.length === 0 && codes.includes(status));
}

/**
 * Interprets an answer. Only Google's own error makes a failure final: an error from another program
 * in between (a proxy, a wrong host) may be temporary.
 */
function resultOf(response: Response, text: string, now: Date): SendResult {
  if (response.ok) return { kind: 'sent' };
  const error = readError(text);
  if (isAboutToken(response.status, error)) return { kind: 'unregistered' };
  const code = error.codes[0] ?? error.status;
  const reason = `FCM answered ${[response.status, code].filter(Boolean).join(' ')}`;
  // SENDER_ID_MISMATCH: the token belongs to another sender than this service account; a wrong file
  // in the environment must not delete everybody's tokens
  if (code === 'INVALID_ARGUMENT' || code === 'SENDER_ID_MISMATCH')
    return { kind: 'refused', reason };
  return { kind: 'retry', reason, minDelayMs: retryDelayMs(response, now) };
}

/** Makes the service account's access to FCM; its token is fetched when needed, and cached. */
async function createJwtFactory(serviceAccount: ServiceAccount): Promise<() => JWT> {
  // imported here: it takes 15 MB, which a server without push saves
  const { JWT } = await import('google-auth-library');
  const tokenUri = serviceAccount.token_uri ?? TOKEN_URI;
  return () =>
    new JWT({
      email: serviceAccount.client_email,
      key: serviceAccount.private_key,
      scopes: [SCOPE],
      // the library supports only Google's own token URL, and would load its own fetch
      additionalClaims: { aud: tokenUri },
      transporterOptions: {
        retryConfig: { retry: 0 },
        fetchImplementation: (_url, init) =>
          fetch(tokenUri, {
            ...(init as RequestInit),
            signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
          }),
      },
    });
}

/** Connects to FCM's HTTP v1 API as a service account. */
export async function connectFcm({ serviceAccount, baseUrl, now }: FcmOptions): Promise<Fcm> {
  const project = encodeURIComponent(serviceAccount.project_id);
  const url = `${baseUrl}/v1/projects/${project}/messages:send`;
  const createJwt = await createJwtFactory(serviceAccount);
  let access = createJwt();

  async function post(body: object, token: string, used: JWT): Promise<SendResult> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // a redirect would carry the access token elsewhere
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    // the token was revoked early: the next attempt fetches another
    if (response.status === 401 && access === used) access = createJwt();
    return resultOf(response, await response.text(), now());
  }

  return {
    send: async (body) => {
      const used = access;
      let token: string;
      try {
        token = (await used.getAccessToken()).token ?? '';
      } catch (error) {
        return failed('Google gave no access token', error);
      }
      return post(body, token, used).catch((error) => failed('FCM could not be reached', error));
    },
  };
}
