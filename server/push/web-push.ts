import type { Now } from '../database/clock.ts';
import { isAtPushService, type WebPushSubscription } from '../domain/push-subscriptions.ts';
import type { VapidKeys } from '../domain/vapid.ts';
import type { WebPushMessage } from './message.ts';
import { failed, REQUEST_TIMEOUT_MS, retryDelayMs, type SendResult } from './result.ts';

export interface WebPush {
  /** never rejects */
  send(to: WebPushSubscription, message: WebPushMessage): Promise<SendResult>;
}

export interface WebPushOptions {
  readonly keys: VapidKeys;
  /** contact for push services: `mailto:` or `https:` */
  readonly subject: () => string;
  /** additional push services of the operator: `host[:port]` */
  readonly hosts: readonly string[];
  readonly now: Now;
}

/** The subscription has ended, or never existed. */
const GONE = [404, 410];
/**
 * Final refusals: of the message (400, 413), or of our keys (401, 403), when the subscription was
 * made for another server's keys. Only the message is given up: the subscription stays, in case the
 * right keys return.
 */
const REFUSED = [400, 401, 403, 413];

function resultOf(response: Response, now: Date): SendResult {
  const { ok, status } = response;
  if (ok) return { kind: 'sent' };
  if (GONE.includes(status)) return { kind: 'unregistered' };
  const reason = `a push service answered ${status}`;
  if (REFUSED.includes(status)) return { kind: 'refused', reason };
  return { kind: 'retry', reason, minDelayMs: retryDelayMs(response, now) };
}

/** Connects to the browsers' push services (RFC 8030), with encryption for the device (RFC 8291). */
export function connectWebPush({ keys, subject, hosts, now }: WebPushOptions): WebPush {
  async function post({ endpoint, p256dh, auth }: WebPushSubscription, message: WebPushMessage) {
    // imported here: a server without such devices does not load the library
    const { default: webPush } = await import('web-push');
    const { payload, ...options } = message;
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      { ...options, vapidDetails: { subject: subject(), ...keys } },
    );
    // the library's own request has no timeout, and reads answers of any length
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      // a redirect may lead to an unchecked host
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    // the rest of the answer does not matter
    response.body?.cancel().catch(() => undefined);
    return resultOf(response, now());
  }

  return {
    send: async (to, message) => {
      // the operator may have removed the host since
      if (!isAtPushService(to.endpoint, hosts)) return { kind: 'unregistered' };
      return post(to, message).catch((error) =>
        failed('a push service could not be reached', error),
      );
    },
  };
}
