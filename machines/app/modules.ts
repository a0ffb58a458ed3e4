import type { AppContext } from './context.ts';
import type { ModuleInput, ModuleName } from './events.ts';

/** Input of the actor that loads a module. */
export const moduleInput = (
  module: ModuleName,
  { user, visited, idPrefix, starts }: AppContext,
): ModuleInput => ({
  module,
  user,
  isFeedOpen: visited.includes('feed'),
  idPrefix: `${idPrefix}-${starts}`,
});

export const moduleOf =
  (module: ModuleName) =>
  ({ context }: { context: AppContext }) =>
    moduleInput(module, context);
