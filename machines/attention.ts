import type { EventObject } from 'xstate';

/**
 * Sent by the root when a machine starts and at each change: whether the page is visible and, for a machine that
 * belongs to a screen, that screen is open.
 */
export type VisibilityEvent = { type: 'visibility.changed'; isVisible: boolean };

/** The page's visibility, with the device's time and the UTC day (yyyy-mm-dd) of the change. */
export type PageVisibility = VisibilityEvent & { atMs: number; day: string };

export const becomesVisible = (event: EventObject) =>
  'isVisible' in event && event.isVisible === true;

/** The device's connectivity, sent by the root in the same way. */
export type ConnectivityEvent = { type: 'connectivity.changed'; isOnline: boolean };

export const becomesOnline = (event: EventObject) => 'isOnline' in event && event.isOnline === true;
