import * as v from 'valibot';
import { type PushKind, pushKinds } from '../../contract/push.ts';

/** Messages of the service worker to our open pages. */
export const workerMessage = v.variant('type', [
  v.object({
    type: v.literal('message.received'),
    kind: v.fallback(v.nullable(v.picklist(pushKinds)), null),
  }),
  v.object({ type: v.literal('notification.pressed'), link: v.string() }),
  v.object({ type: v.literal('subscription.changed') }),
]);
export type WorkerMessage = v.InferOutput<typeof workerMessage>;

/** A notification, as the service worker shows it. */
export interface PushNotification {
  title: string;
  options: NotificationOptions & { data: { link: string } };
  kind: PushKind | null;
}

const DEFAULT_ICON = '/pwa-192x192.png';
/** The badge of notifications, in one colour: Android's status bar shows only its shape. */
const BADGE = '/badge-96x96.png';
const DEFAULT_LINK = '/';
/** The title of a message without its own title: the same in every language. */
const DEFAULT_TITLE = 'Clipurse';

const text = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1))), undefined);

const details = v.fallback(
  v.object({ kind: v.fallback(v.nullable(v.picklist(pushKinds)), null), link: text }),
  { kind: null },
);

/** A declarative web push, with all data in its notification, or FCM's own form; an invalid part counts as absent. */
const payload = v.object({
  notification: v.fallback(
    v.object({
      title: text,
      body: text,
      icon: text,
      tag: text,
      lang: text,
      navigate: text,
      data: details,
    }),
    { data: { kind: null } },
  ),
  data: details,
});

function parse(json: string | null): v.InferOutput<typeof payload> {
  try {
    const read = v.safeParse(payload, JSON.parse(json ?? ''));
    if (read.success) return read.output;
  } catch {
    // not JSON
  }
  return v.parse(payload, { notification: {} });
}

/**
 * Reads a push message. Browsers require a notification for every message, so any text has a result.
 * @param json the text from the push service
 * @param origin of our pages: a link to another origin becomes the start page
 */
export function readPush(json: string | null, origin: string): PushNotification {
  const { notification, data } = parse(json);
  const { title = DEFAULT_TITLE, icon = DEFAULT_ICON, body, tag, lang, navigate } = notification;
  return {
    title,
    options: {
      icon,
      badge: BADGE,
      ...(body && { body }),
      ...(tag && { tag }),
      ...(lang && { lang }),
      data: { link: ownPath(data.link ?? notification.data.link ?? navigate, origin) },
    },
    kind: data.kind ?? notification.data.kind,
  };
}

/**
 * Returns the path of one of our addresses, or `/` for another address. Parses the path a second time, as a browser
 * would when it follows the link: `/.//evil.example/` becomes `//evil.example/`, which is another site.
 */
export function ownPath(link: unknown, origin: string): string {
  if (typeof link !== 'string') return DEFAULT_LINK;
  try {
    const url = new URL(link, origin);
    const path = url.pathname + url.search + url.hash;
    const isOurs = url.origin === origin && new URL(path, origin).href === url.href;
    if (isOurs) return path;
  } catch {
    // not an address
  }
  return DEFAULT_LINK;
}
