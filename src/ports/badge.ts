/** Shows a number on the app's icon, where it has one; 0 takes it away. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // an app that is not installed has no icon to show it on
  navigator.setAppBadge(count).catch(() => undefined);
}
