/** Shows a number on the app's icon, where the icon supports it; 0 removes the number. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // an app that is not installed has no icon for the number
  navigator.setAppBadge(count).catch(() => undefined);
}
