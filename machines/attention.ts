import type { EventObject } from 'xstate';

/** Told by the root when a machine starts and at every change: whether what it is about can be seen. */
export type VisibilityEvent = { type: 'visibility.changed'; isVisible: boolean };

/** As the page tells it: since when, by the device, and on which UTC day (yyyy-mm-dd). */
export type PageVisibility = VisibilityEvent & { atMs: number; day: string };

export const becomesVisible = (event: EventObject) =>
  'isVisible' in event && event.isVisible === true;

/** What the device says of its own connection, told by the root in the same way. */
export type ConnectivityEvent = { type: 'connectivity.changed'; isOnline: boolean };

export const becomesOnline = (event: EventObject) => 'isOnline' in event && event.isOnline === true;
