/** A push service's answer to a message. */
export type SendResult =
  | { readonly kind: 'sent' }
  /** the address will never work again */
  | { readonly kind: 'unregistered' }
  /** sending it again would be refused again */
  | { readonly kind: 'refused'; readonly reason: string }
  /** to be sent again, not before `minDelayMs` */
  | { readonly kind: 'retry'; readonly reason: string; readonly minDelayMs: number };

/** How long one request may take; a lease is far longer. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** After 429 without a `retry-after`, as FCM's documentation asks. */
const QUOTA_DELAY_MS = 60_000;

/** @returns milliseconds from now; null where the header is missing or makes no sense */
function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header.trim())
    ? Number(header) * 1_000
    : new Date(header).getTime() - now.getTime();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** How long an answer asks to be left alone, from now. */
export function retryDelayMs({ status, headers }: Response, now: Date): number {
  const defaultMs = status === 429 ? QUOTA_DELAY_MS : 0;
  return readRetryAfter(headers.get('retry-after'), now) ?? defaultMs;
}

const MIN_RETRY_MS = 10_000;
const MAX_RETRY_MS = 60 * 60 * 1_000;

/**
 * How long to wait after so many attempts: twice as long each time, never less than was asked for,
 * and up to half as long again by chance, so that what failed together is not retried together.
 */
export function retryDelay(attempts: number, minMs: number, random: () => number): number {
  const stepMs = Math.min(MIN_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
  return Math.round(Math.max(stepMs, minMs) * (1 + random() / 2));
}

/** A system's code such as ECONNREFUSED from anywhere in the causes, else the message. */
function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]+$/.test(at.code)) return at.code;
  }
  return error instanceof Error ? error.message : 'unknown';
}

/** There was no answer. */
export function failed(what: string, error: unknown): SendResult {
  return { kind: 'retry', reason: `${what}: ${reasonOf(error)}`, minDelayMs: 0 };
}
