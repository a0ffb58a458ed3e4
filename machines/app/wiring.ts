import { type CrossingType, crossings } from './crossings.ts';
import type { CrossingEvent } from './events.ts';
import { model } from './model.ts';

const line = {
  actions: { type: 'deliver', params: ({ event }: { event: CrossingEvent }) => event },
} as const;

const types = Object.keys(crossings) as CrossingType[];

/** Every event that crosses from one machine to another is delivered by its line of the table. */
export const wiring = model.createStateConfig({
  on: Object.fromEntries(types.map((type) => [type, line])) as Record<CrossingType, typeof line>,
});
