import type { RoutedEvent } from './events.ts';
import { model } from './model.ts';
import type { RoutedType } from './route.ts';
import { routes } from './routes.ts';

const dispatched = {
  actions: { type: 'dispatch', params: ({ event }: { event: RoutedEvent }) => event },
} as const;

const types = Object.keys(routes) as RoutedType[];

/** The router: dispatches each event that has a route. */
export const router = model.createStateConfig({
  on: Object.fromEntries(types.map((type) => [type, dispatched])) as Record<
    RoutedType,
    typeof dispatched
  >,
});
