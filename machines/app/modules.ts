import type { AppContext } from './context.ts';
import type { ModuleInput, ModuleName } from './events.ts';

/** What the fetching of a module has to know. */
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
