import type { Command } from './command.ts';
import type { AppContext } from './context.ts';
import type { RoutedEvent } from './events.ts';

export type RoutedType = RoutedEvent['type'];

/** Which commands follow from each event that the root routes. */
export type Routes = {
  [Type in RoutedType]: (
    event: Extract<RoutedEvent, { type: Type }>,
    context: AppContext,
  ) => readonly Command[];
};
