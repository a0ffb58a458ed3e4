import type { RoutedEvent } from './events.ts';
import { model } from './model.ts';
import { type RoutedType, routes } from './routes.ts';

const line = {
  actions: { type: 'dispatch', params: ({ event }: { event: RoutedEvent }) => event },
} as const;

const types = Object.keys(routes) as RoutedType[];

/** Every event that crosses from one machine to another is delivered by its line of the table. */
export const router = model.createStateConfig({
  on: Object.fromEntries(types.map((type) => [type, line])) as Record<RoutedType, typeof line>,
});
