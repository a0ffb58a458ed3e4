import type { Person } from '../auth/model.ts';
import { connectivityMessages, visibilityMessages } from './attention.ts';
import type { AppContext } from './context.ts';
import type { ChildMessage } from './events.ts';

/** Tells the children that act for a user that the session has started. */
export const sessionMessages = ({ id: userId }: Person): ChildMessage[] =>
  (['outbox', 'push'] as const).map((to) => ({ to, event: { type: 'session.started', userId } }));

/** Messages that were sent before a child started: each child gets the messages for it when it starts. */
export const missedMessages = (context: AppContext): ChildMessage[] => [
  ...visibilityMessages(context.screen, context.visibility),
  ...(context.connectivity.isOnline ? [] : connectivityMessages(context.connectivity)),
  ...(context.user ? sessionMessages(context.user) : []),
  { to: 'appUpdate', event: { type: 'unpersisted.changed', isAny: context.hasUnpersisted } },
];
