import type { JWT } from 'google-auth-library';
import * as v from 'valibot';
import type { ServiceAccount } from '../config.ts';

/** What became of a message. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** the token leads nowhere, for good */
  | { readonly kind: 'unregistered' }
  /** sending it again would be refused again */
  | { readonly kind: 'refused'; readonly why: string }
  /** not now: again, not before `waitMs` */
  | { readonly kind: 'later'; readonly why: string; readonly waitMs: number };

export interface Fcm {
  /** @param body of `messages:send`; never rejects */
  send(body: object): Promise<Outcome>;
}

export interface FcmOptions {
  readonly serviceAccount: ServiceAccount;
  /** no slash at the end */
  readonly baseUrl: string;
  readonly now: () => Date;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
/** How long one request may take; a lease is far longer. */
const PATIENCE_MS = 10_000;
/** What FCM asks of who was sent away for sending too much, when it names no time itself. */
const QUOTA_WAIT_MS = 60_000;

/** Google's way to say no, as far as it matters; names only, no words that could quote a token. */
const name = v.pipe(v.string(), v.regex(/^[A-Z_]{1,60}$/));
const fault = v.object({
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

interface Fault {
  /** Google's general name of the failure */
  readonly status: string | undefined;
  /** FCM's own names for it */
  readonly codes: readonly (string | undefined)[];
  /** the parts of the message that are wrong, where Google names them */
  readonly fields: readonly (string | undefined)[];
}

function readFault(text: string): Fault {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // not Google's words
  }
  const read = v.safeParse(fault, json);
  if (!read.success) return { status: undefined, codes: [], fields: [] };
  const { status, details } = read.output.error;
  const violations = details.flatMap(({ fieldViolations }) => fieldViolations ?? []);
  return {
    status,
    codes: details.map(({ errorCode }) => errorCode).filter(Boolean),
    fields: violations.map(({ field }) => field),
  };
}

/** @returns milliseconds from now; null where the header is missing or makes no sense */
function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header.trim())
    ? Number(header) * 1_000
    : new Date(header).getTime() - now.getTime();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** Whether the fault is that the token leads nowhere, or is none at all. */
function isAboutToken(httpStatus: number, { status, codes, fields }: Fault): boolean {
  if (codes.includes('UNREGISTERED')) return true;
  if (httpStatus === 404) return status === 'NOT_FOUND';
  if (httpStatus !== 400 || status !== 'INVALID_ARGUMENT') return false;
  // FCM itself complains without naming a field of the message: what is left is the token
  return fields.includes('message.token') || (fields.length === 0 && codes.includes(status));
}

/**
 * What an answer means. Only Google's own words make anything final: an answer of anybody else on
 * the way (a proxy, a wrong address) is a disturbance that passes.
 */
function judge(response: Response, text: string, now: Date): Outcome {
  if (response.ok) return { kind: 'sent' };
  const fault = readFault(text);
  if (isAboutToken(response.status, fault)) return { kind: 'unregistered' };
  const code = fault.codes[0] ?? fault.status;
  const why = `FCM answered ${[response.status, code].filter(Boolean).join(' ')}`;
  // the second: the token was made for another sender than this service account's, and a wrong
  // file in the environment must not cost everybody's tokens
  if (code === 'INVALID_ARGUMENT' || code === 'SENDER_ID_MISMATCH') return { kind: 'refused', why };
  const asked = readRetryAfter(response.headers.get('retry-after'), now);
  return { kind: 'later', why, waitMs: asked ?? (response.status === 429 ? QUOTA_WAIT_MS : 0) };
}

/** A system's code such as ECONNREFUSED where there is one, however deep, else the words. */
function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]+$/.test(at.code)) return at.code;
  }
  return error instanceof Error ? error.message : 'unknown';
}

function failed(what: string, error: unknown): Outcome {
  return { kind: 'later', why: `${what}: ${reasonOf(error)}`, waitMs: 0 };
}

/** The service account's access to FCM; its token is fetched when it is needed and kept. */
async function openAccess(serviceAccount: ServiceAccount): Promise<() => JWT> {
  // loaded here: 15 MB that a server without push does not pay
  const { JWT } = await import('google-auth-library');
  const tokenUri = serviceAccount.token_uri ?? TOKEN_URI;
  return () =>
    new JWT({
      email: serviceAccount.client_email,
      key: serviceAccount.private_key,
      scopes: [SCOPE],
      // the library knows no other address than Google's own, and would load a fetch of its own
      additionalClaims: { aud: tokenUri },
      transporterOptions: {
        retryConfig: { retry: 0 },
        fetchImplementation: (_url, init) =>
          fetch(tokenUri, { ...(init as RequestInit), signal: AbortSignal.timeout(PATIENCE_MS) }),
      },
    });
}

/** Speaks to FCM's HTTP v1 as a service account. */
export async function connectFcm({ serviceAccount, baseUrl, now }: FcmOptions): Promise<Fcm> {
  const project = encodeURIComponent(serviceAccount.project_id);
  const url = `${baseUrl}/v1/projects/${project}/messages:send`;
  const open = await openAccess(serviceAccount);
  let access = open();

  async function post(body: object, token: string, used: JWT): Promise<Outcome> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // what FCM is given is for FCM alone
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    // a token that was revoked before its time: the next attempt fetches another
    if (response.status === 401 && access === used) access = open();
    return judge(response, await response.text(), now());
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
