import { ECDH } from 'node:crypto';
import type * as calls from '../../contract/calls.ts';
import { type Handler, Refusal } from './context.ts';
import { hashToken } from './sessions.ts';

/** A browser's subscription at its push service, as stored. */
export interface WebPushSubscription {
  readonly endpoint: string;
  /** a point of P-256; `auth` has 16 bytes; both in base64url */
  readonly p256dh: string;
  readonly auth: string;
}

/** The push services of the browsers: Chromium's, Firefox's, Safari's, Edge's on Windows. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^[\w.-]+\.push\.services\.mozilla\.com$/,
  /^[\w.-]+\.push\.apple\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
];

/**
 * Whether the server may send push messages to this address. A browser gave the address, and the server calls it from
 * inside its own network: so the address must belong to a push service, use https, and be in normal form, which all
 * parsers read alike.
 * @param hosts the operator's own push services: `host[:port]`
 */
export function isAtPushService(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url?.href !== endpoint || url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '') return false;
  return hosts.includes(url.host) || SERVICES.some((service) => service.test(url.host));
}

function isOnCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Stores a subscription for the session that sent it last; the subscription replaces that session's push token. */
export const updatePushSubscription: Handler<typeof calls.updatePushSubscription> = async (
  { db, site },
  { userId, token },
  subscription,
) => {
  const { endpoint, p256dh } = subscription;
  // no message could be encrypted for a key outside of the curve, which no browser makes
  if (!isAtPushService(endpoint, site.webPush.hosts) || !isOnCurve(p256dh)) {
    throw new Refusal('unknown_push_service');
  }
  const hash = hashToken(token);
  await db.query(
    `update session set web_push = null where web_push ->> 'endpoint' = $1 and token_hash <> $2`,
    [endpoint, hash],
  );
  await db.query(
    `update session set web_push = $3, fcm_token = null where user_id = $1 and token_hash = $2`,
    [userId, hash, subscription],
  );
  return {};
};
