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
  /** whom a push service may ask: `mailto:` or `https:` */
  readonly subject: () => string;
  /** push services of the operator's own: `host[:port]` */
  readonly hosts: readonly string[];
  readonly now: Now;
}

/** The subscription has ended, or never was. */
const GONE = [404, 410];
/**
 * It would be refused again: the message (400, 413), or our keys (401, 403), which are another
 * server's than the ones it was made for. That costs the message only: keys that come back must
 * find their devices.
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

/** Speaks to the browsers' push services (RFC 8030), encrypted for the device (RFC 8291). */
export function connectWebPush({ keys, subject, hosts, now }: WebPushOptions): WebPush {
  async function post({ endpoint, p256dh, auth }: WebPushSubscription, message: WebPushMessage) {
    // loaded here: what a server without such devices does not pay
    const { default: webPush } = await import('web-push');
    const { payload, ...options } = message;
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      { ...options, vapidDetails: { subject: subject(), ...keys } },
    );
    // the library's own request has no end in time, and reads an answer of any length
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      // an address elsewhere was not checked
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    // how the rest of it comes, if it does, changes nothing
    response.body?.cancel().catch(() => undefined);
    return resultOf(response, now());
  }

  return {
    send: async (to, message) => {
      // the operator may have taken a host back since
      if (!isAtPushService(to.endpoint, hosts)) return { kind: 'unregistered' };
      return post(to, message).catch((error) =>
        failed('a push service could not be reached', error),
      );
    },
  };
}
