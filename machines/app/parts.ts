import type { AppContext } from './context.ts';
import type { Part, PartInput } from './events.ts';

/** What the fetching of a part has to know. */
export const partInput = (
  part: Part,
  { user, visited, idPrefix, starts }: AppContext,
): PartInput => ({
  part,
  user,
  isFeedOpen: visited.includes('feed'),
  idPrefix: `${idPrefix}-${starts}`,
});

export const partOf =
  (part: Part) =>
  ({ context }: { context: AppContext }) =>
    partInput(part, context);
