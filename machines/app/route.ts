import type { Command } from './command.ts';
import type { AppContext } from './context.ts';
import type { RoutedEvent } from './events.ts';

export type RoutedType = RoutedEvent['type'];

/** The commands that each routed event leads to. */
export type Routes = {
  [Type in RoutedType]: (
    event: Extract<RoutedEvent, { type: Type }>,
    context: AppContext,
  ) => readonly Command[];
};
