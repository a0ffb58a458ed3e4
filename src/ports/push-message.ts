import * as v from 'valibot';
import { type PushKind, pushKinds } from '../../contract/push.ts';

/** What the service worker sends to the open pages of ours. */
export const workerMessage = v.variant('type', [
  v.object({
    type: v.literal('message.received'),
    kind: v.fallback(v.nullable(v.picklist(pushKinds)), null),
  }),
  v.object({ type: v.literal('notification.pressed'), link: v.string() }),
  v.object({ type: v.literal('subscription.changed') }),
]);
export type WorkerMessage = v.InferOutput<typeof workerMessage>;

/** A notification as the service worker shows it. */
export interface PushNotification {
  title: string;
  options: NotificationOptions & { data: { link: string } };
  kind: PushKind | null;
}

const DEFAULT_ICON = '/pwa-192x192.png';
/** In one colour: Android shows its shape alone, in the status bar. */
const BADGE = '/badge-96x96.png';
const DEFAULT_LINK = '/';
/** Says nothing that is not so, in any language. */
const DEFAULT_TITLE = 'Clipurse';

const text = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1))), undefined);

const details = v.fallback(
  v.object({ kind: v.fallback(v.nullable(v.picklist(pushKinds)), null), link: text }),
  { kind: null },
);

/**
 * A declarative web push, which has all in its notification, or FCM's own form; each part that is
 * not as it should be counts as absent.
 */
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
    // no JSON
  }
  return v.parse(payload, { notification: {} });
}

/**
 * What a push message says. Browsers ask that every one shows something, so this has an answer
 * to any text.
 * @param json what the push service delivered
 * @param origin ours: a message leads nowhere else
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
 * The path of an address of ours; home for any other. A path is parsed once more, as whoever follows
 * it will: of `/.//evil.example/` only `//evil.example/` is left, which is another site.
 */
export function ownPath(link: unknown, origin: string): string {
  if (typeof link !== 'string') return DEFAULT_LINK;
  try {
    const url = new URL(link, origin);
    const path = url.pathname + url.search + url.hash;
    const isOurs = url.origin === origin && new URL(path, origin).href === url.href;
    if (isOurs) return path;
  } catch {
    // no address
  }
  return DEFAULT_LINK;
}
