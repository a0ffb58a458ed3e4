import { fromCallback, fromPromise } from 'xstate';
import { rewardLogs } from '../../../contract/calls.ts';
import type { RewardLog } from '../../../contract/shapes.ts';
import { createListMachine, type Page } from '../../../machines/list.machine.ts';
import type { Effects } from '../effects.ts';
import type { Blueprint } from '../screens.ts';

const PAGE_SIZE = 20;

const rewardListMachine = createListMachine<RewardLog>();

function provideRewardList({ api, news }: Effects) {
  return rewardListMachine.provide({
    actors: {
      loadPage: fromPromise<Page<RewardLog>, { page: number }>(({ input, signal }) =>
        api(rewardLogs, { page: input.page, limit: PAGE_SIZE }, { signal }),
      ),
      watchOutdated: fromCallback(({ sendBack }) =>
        news.subscribe((item) => {
          const isOpened = item.type === 'screen.opened' && item.path.startsWith('/mine');
          if (isOpened || item.type === 'claim.paid' || item.type === 'reward.welcomed') {
            sendBack({ type: 'list.outdated' });
          }
        }),
      ),
    },
  });
}

/** Every reward, the newest first; it follows what is earned meanwhile. */
export function rewardListBlueprint(effects: Effects): Blueprint<typeof rewardListMachine> {
  return {
    name: 'rewards',
    make: () => ({ logic: provideRewardList(effects), input: undefined }),
  };
}
