/// <reference lib="webworker" />
import { ownPath, readPush, type WorkerMessage } from '../ports/push-message.ts';

declare const self: ServiceWorkerGlobalScope;

/** Timeout of the answer of a page: a running page answers immediately. */
const ANSWER_LIMIT_MS = 1_000;

/** Shows push messages, and opens their links. */
export function listenToPush(): void {
  self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));
  self.addEventListener('notificationclick', (event) =>
    event.waitUntil(openLink(event.notification)),
  );
  self.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(notifyPages({ type: 'subscription.changed' })),
  );
}

/** Shows every push message, and no other code does; open pages get its kind and reload their data. */
async function showPush(data: PushMessageData | null): Promise<void> {
  const { title, options, kind } = readPush(data?.text() ?? null, self.location.origin);
  await Promise.all([
    self.registration.showNotification(title, options),
    notifyPages({ type: 'message.received', kind }),
  ]);
}

const findWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function notifyPages(message: WorkerMessage): Promise<void> {
  for (const page of await findWindows()) page.postMessage(message);
}

/** Follows the link in an open page of ours, or opens a new one. */
async function openLink(notification: Notification): Promise<void> {
  notification.close();
  const link = ownPath(notification.data?.link, self.location.origin);
  const pages = await findWindows();
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) {
    await self.clients.openWindow(link);
    return;
  }
  const [isFollowed] = await Promise.all([
    follows(page, link),
    // the browser may refuse the focus: the page follows the link anyway
    page.focus().catch(() => undefined),
  ]);
  if (isFollowed) return;
  const moved = await page.navigate(link).catch(() => null);
  if (!moved) await self.clients.openWindow(link);
}

/** Whether a page of the app answers that it follows the link; other pages of this origin do not answer. */
function follows(page: WindowClient, link: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    setTimeout(resolve, ANSWER_LIMIT_MS, false);
    port1.onmessage = () => resolve(true);
    page.postMessage({ type: 'notification.pressed', link } satisfies WorkerMessage, [port2]);
  });
}
