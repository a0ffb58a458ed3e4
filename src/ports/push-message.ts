import * as v from 'valibot';
import { type PushKind, pushKinds } from '../../contract/push.ts';

/** What the service worker tells the pages of ours that are open. */
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
export interface Notice {
  title: string;
  options: NotificationOptions & { data: { link: string } };
  kind: PushKind | null;
}

const DEFAULT_ICON = '/pwa-192x192.png';
const DEFAULT_LINK = '/';
/** Says nothing that is not so, in any language. */
const DEFAULT_TITLE = 'Clipurse';

const text = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1))), undefined);

/** FCM's own form of a web push; each part that is not as it should be counts as absent. */
const payload = v.object({
  notification: v.fallback(
    v.object({ title: text, body: text, icon: text, tag: text, lang: text }),
    {},
  ),
  data: v.fallback(
    v.object({ kind: v.fallback(v.nullable(v.picklist(pushKinds)), null), link: text }),
    { kind: null },
  ),
});

function parse(json: string | null): v.InferOutput<typeof payload> {
  try {
    const read = v.safeParse(payload, JSON.parse(json ?? ''));
    if (read.success) return read.output;
  } catch {
    // not FCM's
  }
  return { notification: {}, data: { kind: null } };
}

/**
 * What a push message says. Browsers ask that every one shows something, so this has an answer
 * to any text.
 * @param json what the push service handed over
 * @param origin ours: a message leads nowhere else
 */
export function readPush(json: string | null, origin: string): Notice {
  const { notification, data } = parse(json);
  const { title = DEFAULT_TITLE, icon = DEFAULT_ICON, body, tag, lang } = notification;
  return {
    title,
    options: {
      icon,
      ...(body && { body }),
      ...(tag && { tag }),
      ...(lang && { lang }),
      data: { link: ownPath(data.link, origin) },
    },
    kind: data.kind,
  };
}

/** The path of an address of ours; home for any other. */
export function ownPath(link: unknown, origin: string): string {
  if (typeof link !== 'string') return DEFAULT_LINK;
  try {
    const url = new URL(link, origin);
    if (url.origin === origin) return url.pathname + url.search + url.hash;
  } catch {
    // no address
  }
  return DEFAULT_LINK;
}
