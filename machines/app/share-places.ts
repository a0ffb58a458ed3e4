import type { ChildId } from './children.ts';
import type { Command } from './command.ts';
import type { ScreenName } from './screens.ts';

/** The places to share from, and the screen that each is on. */
const sharePlaces = {
  'share-feed': 'feed',
  'share-limit': 'feed',
  'share-invite': 'invite',
  'share-tasks': 'tasks',
} as const satisfies Record<Extract<ChildId, `share-${string}`>, ScreenName>;
type SharePlace = keyof typeof sharePlaces;

/** What was begun on a screen that is looked at no more is over. */
export const leaveOthers = (screen: ScreenName): Command[] =>
  (Object.keys(sharePlaces) as SharePlace[])
    .filter((place) => sharePlaces[place] !== screen)
    .map((to) => ({ to, event: { type: 'screen.left' } }));
