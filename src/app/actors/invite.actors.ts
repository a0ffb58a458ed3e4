import type { OutputOf } from '../../../contract/call.ts';
import { invitedUsers } from '../../../contract/calls.ts';
import type { Effects } from '../effects.ts';
import { INVITE_PATH } from '../path.ts';
import type { Blueprint } from '../screens.ts';
import { type ListMachine, listBlueprint } from './list.actors.ts';

type Answer = OutputOf<typeof invitedUsers>;
export type Friend = Answer['list'][number];
export type Counts = Answer['counts'];
/** null: all three */
export type Level = 1 | 2 | 3 | null;

/** The friends of one level, the newest first; how many there are of each comes with them. */
export function friendsBlueprint(
  effects: Effects,
  level: Level,
): Blueprint<ListMachine<Friend, Counts>> {
  return listBlueprint(effects, {
    name: `friends of level ${level ?? 'any'}`,
    screen: INVITE_PATH,
    load: async (paging, signal) => {
      const filter = { ...paging, ...(level && { level }) };
      const { counts, ...answer } = await effects.api(invitedUsers, filter, { signal });
      return { ...answer, summary: counts };
    },
    isOutdatedBy: (news) => news.type === 'push.received' && news.kind === 'friend_joined',
  });
}
