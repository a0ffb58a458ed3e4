import type { Permission } from '../../machines/push.setup.ts';

export function notificationState(): Permission {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Asks the person; a browser that cannot ask answers at once. */
export async function askForNotifications(): Promise<Permission> {
  if (!('Notification' in window)) return 'unsupported';
  return Notification.requestPermission();
}

/** Calls back at every change of the permission, also one made in the browser's own settings. */
export function watchNotifications(report: (state: Permission) => void): () => void {
  const tell = () => report(notificationState());
  const leaving = new AbortController();
  const { signal } = leaving;
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => {
      if (!signal.aborted) status.addEventListener('change', tell, { signal });
    })
    // a browser that cannot watch it still tells when it is looked at again
    .catch(() => undefined);
  document.addEventListener('visibilitychange', tell, { signal });
  tell();
  return () => leaving.abort();
}
