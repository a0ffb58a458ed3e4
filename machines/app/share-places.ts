import type { ChildId } from './children.ts';
import type { Command } from './command.ts';
import type { ScreenName } from './screens.ts';

/** The places to share from, and the screen of each. */
const sharePlaces = {
  'share-feed': 'feed',
  'share-limit': 'feed',
  'share-invite': 'invite',
  'share-tasks': 'tasks',
} as const satisfies Record<Extract<ChildId, `share-${string}`>, ScreenName>;
type SharePlace = keyof typeof sharePlaces;

/** Ends the shares that were begun on other screens. */
export const endOtherShares = (screen: ScreenName): Command[] =>
  (Object.keys(sharePlaces) as SharePlace[])
    .filter((place) => sharePlaces[place] !== screen)
    .map((to) => ({ to, event: { type: 'screen.left' } }));
