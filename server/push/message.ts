import type { PushKind } from '../../contract/push.ts';
import { textOf } from './texts.ts';

/** A message that is older is news to nobody: it is given up. */
export const MAX_AGE_MS = 24 * 60 * 60 * 1_000;

/** What a message is made from. */
export interface Occurrence {
  readonly occasion: string;
  readonly kind: PushKind;
  readonly detail: string;
  readonly language: string | null;
  readonly created_at: Date;
}

/** The screen that a message opens. */
const LINKS: Readonly<Record<PushKind, string>> = {
  withdrawal_paid: '/withdraw/index',
  withdrawal_rejected: '/withdraw/index',
  friend_joined: '/invite/index',
  daily_limit: '/',
};
const ICON = '/pwa-192x192.png';

/**
 * Two messages with one tag are one to the device: the later replaces the earlier, also while it
 * still waits at the browser's push service, whose name for a tag is topic (RFC 8030: at most 32
 * characters of `A-Za-z0-9_-`). So what is sent twice is seen once, and of several limits the
 * newest is.
 */
function tagOf({ kind, occasion }: Occurrence): string {
  return kind === 'daily_limit' ? kind : occasion.replace(':', '-');
}

/**
 * The body of `messages:send`.
 * @param publicUrl where people reach the app, no slash at the end
 */
export function messageOf(
  occurrence: Occurrence,
  fcmToken: string,
  publicUrl: string,
  now: Date,
): object {
  const { kind, detail, language, created_at } = occurrence;
  const { title, body, lang } = textOf(kind, detail, language);
  const link = LINKS[kind];
  const tag = tagOf(occurrence);
  const leftMs = created_at.getTime() + MAX_AGE_MS - now.getTime();
  // FCM takes links with https only
  const linked = publicUrl.startsWith('https://')
    ? { fcm_options: { link: publicUrl + link } }
    : {};
  return {
    message: {
      token: fcmToken,
      notification: { title, body },
      data: { kind, link, icon: ICON, tag },
      webpush: {
        headers: { TTL: String(Math.max(0, Math.floor(leftMs / 1_000))), Topic: tag },
        notification: { icon: ICON, tag, lang },
        ...linked,
      },
    },
  };
}
