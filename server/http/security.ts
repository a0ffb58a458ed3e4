import { createHash } from 'node:crypto';

type Headers = Readonly<Record<string, string>>;

const YEAR_SECONDS = 31_536_000;

/** Headers of every answer. */
export function commonHeaders(publicUrl: string): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }
      : {}),
  };
}

/** Hosts that Firebase's library calls for a push token. */
const FIREBASE_HOSTS = [
  'https://firebaseinstallations.googleapis.com',
  'https://fcmregistrations.googleapis.com',
];

/**
 * The other hosts that the app may call.
 * @param traceUrl reports a visitor's country; empty: no host is called for that
 */
export function calledHosts(isPushSetUp: boolean, traceUrl: string): readonly string[] {
  const trace = URL.parse(traceUrl);
  return [
    ...(isPushSetUp ? FIREBASE_HOSTS : []),
    ...(trace && /^https?:$/.test(trace.protocol) ? [trace.origin] : []),
  ];
}

/**
 * Headers of a page of this server. Clips, posters and pictures may come from any host, because an
 * operator may store them on a CDN; code and styles come from this server only, and inline ones
 * only from this very document.
 * @param hosts other hosts that the page may call
 * @param mediaUrl URL of the operator's media; null: this server
 */
export function pageHeaders(
  html: string,
  hosts: readonly string[] = [],
  mediaUrl: string | null = null,
): Headers {
  // the app fetches clips for its cache, and captions, so their host is listed with the hosts of calls
  const media = mediaUrl === null ? [] : [new URL(mediaUrl).origin];
  const called = [...hosts, ...media];
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...inlineHashes(html, 'script')].join(' '),
    ["style-src 'self'", ...inlineHashes(html, 'style')].join(' '),
    ["img-src 'self' blob: data: https:", ...media].join(' '),
    ["media-src 'self' blob: data: https:", ...media].join(' '),
    ["connect-src 'self'", ...called].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
      'microphone=(), payment=(), usb=(), autoplay=(self), fullscreen=(self)',
    'cache-control': 'no-cache',
  };
}

/** Returns CSP sources for a document's inline elements; data blocks do not run, so they are not listed. */
function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}\\s*>`, 'gi'));
  const hashes = new Set<string>();
  for (const [, attributes = '', content = ''] of elements) {
    const runs =
      !/\ssrc\s*=/i.test(attributes) && !/type\s*=\s*["']?application\//i.test(attributes);
    if (runs && content !== '') {
      hashes.add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
    }
  }
  return [...hashes];
}
