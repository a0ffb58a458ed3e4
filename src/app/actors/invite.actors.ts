import { invitedUsers } from '../../../contract/invite.calls.ts';
import {
  type Friend,
  type FriendCounts,
  type FriendLevel,
  friendsMachine,
} from '../../../machines/friends.machine.ts';
import type { Effects } from '../system/effects.ts';
import { provideList } from './list.actors.ts';

/** The server's names of the levels; without a name it returns all of them. */
const filters: Record<FriendLevel, { level?: 1 | 2 | 3 }> = {
  all: {},
  level1: { level: 1 },
  level2: { level: 2 },
  level3: { level: 3 },
};

/** The friends of each level, the newest first. */
export function provideFriends({ api }: Effects) {
  const list = provideList<Friend, FriendCounts, FriendLevel>({
    load: async (paging, signal, level) => {
      const filter = { ...paging, ...filters[level] };
      const { counts, ...answer } = await api(invitedUsers, filter, { signal });
      return { ...answer, summary: counts };
    },
  });
  return friendsMachine.provide({ actors: { list } });
}
