/** A push service's answer to a message. */
export type SendResult =
  | { readonly kind: 'sent' }
  /** the address will never work again */
  | { readonly kind: 'unregistered' }
  /** another attempt would be refused again */
  | { readonly kind: 'refused'; readonly reason: string }
  /** another attempt is useful, after at least `minDelayMs` */
  | { readonly kind: 'retry'; readonly reason: string; readonly minDelayMs: number };

/** Timeout of one request; a lease is far longer. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Delay after 429 without a `retry-after`, as FCM's documentation requires. */
const QUOTA_DELAY_MS = 60_000;

/** @returns milliseconds from now; null: the header is missing or invalid */
function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header.trim())
    ? Number(header) * 1_000
    : new Date(header).getTime() - now.getTime();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** The delay that an answer asks for, in ms. */
export function retryDelayMs({ status, headers }: Response, now: Date): number {
  const defaultMs = status === 429 ? QUOTA_DELAY_MS : 0;
  return readRetryAfter(headers.get('retry-after'), now) ?? defaultMs;
}

const MIN_RETRY_MS = 10_000;
const MAX_RETRY_MS = 60 * 60 * 1_000;

/**
 * Computes the back-off: the delay doubles with each attempt, is never shorter than requested, and
 * grows by up to a half at random, so that messages that failed together are not retried together.
 */
export function retryDelay(attempts: number, minMs: number, random: () => number): number {
  const stepMs = Math.min(MIN_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  return Math.round(Math.max(stepMs, minMs) * (1 + random() / 2));
}

/** A system's error code such as ECONNREFUSED from the chain of causes, else the message. */
function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]+$/.test(at.code)) return at.code;
  }
  return error instanceof Error ? error.message : 'unknown';
}

/** The result of a request that got no answer. */
export function failed(what: string, error: unknown): SendResult {
  return { kind: 'retry', reason: `${what}: ${reasonOf(error)}`, minDelayMs: 0 };
}
