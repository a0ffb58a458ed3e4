import type { Permission } from '../../machines/push/model.ts';

export function notificationState(): Permission {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Asks the user for the permission; a browser that cannot ask answers at once. */
export async function askForNotifications(): Promise<Permission> {
  if (!('Notification' in window)) return 'unsupported';
  return Notification.requestPermission();
}

/** Calls back with the permission, now and at every change, also in the browser's own settings. */
export function watchNotifications(report: (state: Permission) => void): () => void {
  const reportState = () => report(notificationState());
  const controller = new AbortController();
  const { signal } = controller;
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', reportState, { signal }))
    // in a browser without this event, the permission is read when the page becomes visible
    .catch(() => undefined);
  document.addEventListener('visibilitychange', reportState, { signal });
  reportState();
  return () => controller.abort();
}
