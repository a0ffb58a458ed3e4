import type { VisibilityEvent } from './attention.ts';

export const setVisibility = {
  type: 'setVisibility',
  params: ({ event }: { event: VisibilityEvent }) => event.isVisible,
} as const;

/** The whole machine's part in it. */
export const knowsVisibility = { 'visibility.changed': { actions: setVisibility } } as const;
