import type { RoutedEvent } from '../../machines/app/events.ts';
import { commandsFor } from '../../machines/app/routes.ts';
import { member } from './samples.ts';

/** Returns an event's commands in short form: recipients, page commands and toasts, without visibility. */
export const told = (event: RoutedEvent, context = member): string[] =>
  commandsFor(event, context).flatMap((each) => {
    if ('toast' in each) return `says ${each.toast.kind}`;
    if ('recipient' in each) {
      return `${each.recipient?.id}: ${each.event.type}, else ${each.otherwise?.kind ?? 'nothing'}`;
    }
    if (!('to' in each)) return each.type;
    const { type } = each.event;
    if (type === 'visibility.changed') return [];
    return type === 'data.outdated' ? `${each.to} is old` : `${each.to}: ${type}`;
  });
