import type { PushKind } from '../../contract/push.ts';
import { textOf } from './texts.ts';

/** Age at which a message is outdated and given up. */
export const MAX_AGE_MS = 24 * 60 * 60 * 1_000;

/** The event behind a message. */
export interface PushEvent {
  readonly occasion: string;
  readonly kind: PushKind;
  readonly detail: string;
  readonly language: string | null;
  /** country of the account, ISO 3166-1 alpha-2 */
  readonly country: string | null;
  readonly created_at: Date;
}

/** The screen that a message opens. */
const LINKS: Readonly<Record<PushKind, string>> = {
  withdrawal_paid: '/withdraw/index',
  withdrawal_rejected: '/withdraw/index',
  withdrawal_failed: '/withdraw/index',
  withdrawal_returned: '/withdraw/index',
  friend_joined: '/invite/index',
  daily_limit: '/',
  report_decided: '/',
  objection_decided: '/withdraw/index',
  payout_info_changed: '/withdraw/index',
  account_changed: '/mine/index',
};
const ICON = '/pwa-192x192.png';

/**
 * Tag of a message. On a device, a later message replaces an earlier one of the same tag; so it
 * does in the queue of the browser's push service, which calls the tag topic (RFC 8030: at most 32
 * characters of `A-Za-z0-9_-`). So a message that is sent twice is seen once, only the newest of
 * several limits is shown, and a returned payout does not stay announced as paid.
 */
function tagOf({ kind, occasion }: PushEvent): string {
  return kind === 'daily_limit' ? kind : occasion.split(':').slice(0, 2).join('-');
}

/** Seconds for which the push service stores a message for an offline device. */
function timeToLive({ created_at }: PushEvent, now: Date): number {
  const remainingMs = created_at.getTime() + MAX_AGE_MS - now.getTime();
  return Math.max(0, Math.floor(remainingMs / 1_000));
}

/** A web push message, before it is encrypted. */
export interface WebPushMessage {
  readonly payload: object;
  readonly TTL: number;
  readonly topic: string;
  /** a device that saves battery delays messages of `low` urgency */
  readonly urgency: 'low' | 'normal';
}

/**
 * A declarative web push message (marked by RFC 8030's number): a browser that supports the form
 * shows it by itself, others pass it to the service worker.
 * @param publicUrl origin of the app, no slash at the end
 */
export function webPushOf(event: PushEvent, publicUrl: string, now: Date): WebPushMessage {
  const { kind, detail, language, country } = event;
  const { title, body, lang } = textOf(kind, detail, language, country);
  const tag = tagOf(event);
  const link = LINKS[kind];
  const navigate = publicUrl + link;
  return {
    payload: {
      web_push: 8030,
      // the service worker uses the link, which is valid on every origin of ours
      notification: { title, body, lang, tag, navigate, data: { kind, link } },
    },
    TTL: timeToLive(event, now),
    topic: tag,
    urgency: kind === 'daily_limit' ? 'low' : 'normal',
  };
}

/**
 * The body of FCM's `messages:send`.
 * @param publicUrl origin of the app, no slash at the end
 */
export function messageOf(
  event: PushEvent,
  fcmToken: string,
  publicUrl: string,
  now: Date,
): object {
  const { kind, detail, language, country } = event;
  const { title, body, lang } = textOf(kind, detail, language, country);
  const link = LINKS[kind];
  const tag = tagOf(event);
  // FCM accepts https links only
  const linked = publicUrl.startsWith('https://')
    ? { fcm_options: { link: publicUrl + link } }
    : {};
  return {
    message: {
      token: fcmToken,
      notification: { title, body },
      data: { kind, link, icon: ICON, tag },
      webpush: {
        headers: { TTL: String(timeToLive(event, now)), Topic: tag },
        notification: { icon: ICON, tag, lang },
        ...linked,
      },
    },
  };
}
