import type { Person } from '../auth/model.ts';
import { tellConnectivity, tellVisibility } from './attention.ts';
import type { AppContext } from './context.ts';
import type { ChildMessage } from './events.ts';

/** Tells those that act for a person who is there. */
export const tellSession = ({ id: userId }: Person): ChildMessage[] =>
  (['outbox', 'push'] as const).map((to) => ({ to, event: { type: 'session.started', userId } }));

/** What was said before to those that ran then: each child is told its part when it starts. */
export const knownBefore = (context: AppContext): ChildMessage[] => [
  ...tellVisibility(context.screen, context.visibility),
  ...(context.connectivity.isOnline ? [] : tellConnectivity(context.connectivity)),
  ...(context.user ? tellSession(context.user) : []),
  { to: 'appUpdate', event: { type: 'unpersisted.changed', isAny: context.holdsRewards } },
];
