import type { VisibilityEvent } from './attention.ts';

export const setVisibility = {
  type: 'setVisibility',
  params: ({ event }: { event: VisibilityEvent }) => event.isVisible,
} as const;

/** Stores visibility, in all states of a machine. */
export const onVisibilityChanged = { 'visibility.changed': { actions: setVisibility } } as const;
