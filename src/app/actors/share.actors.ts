import { fromCallback, fromPromise } from 'xstate';
import { claimShareReward, incrementShare } from '../../../contract/calls.ts';
import { dailyShareMachine } from '../../../machines/daily-share.machine.ts';
import { shareMachine } from '../../../machines/share.machine.ts';
import { copyText, inviteLink, shareLink } from '../../ports/share.ts';
import { watchPageVisibility } from '../../ports/visibility.ts';
import type { Effects } from '../effects.ts';
import { FEED_PATH, INVITE_PATH, TASKS_PATH, watchPath } from '../path.ts';
import type { Blueprint } from '../screens.ts';
import { utcDay } from '../utc-day.ts';

type SharingScreen = 'feed' | 'limit' | 'invite' | 'tasks';

const screenPaths: Record<SharingScreen, string> = {
  feed: FEED_PATH,
  limit: FEED_PATH,
  invite: INVITE_PATH,
  tasks: TASKS_PATH,
};

function provideShare({ storage }: Effects, ownPath: string) {
  const link = () => inviteLink(storage.session.read()?.user?.invite_code ?? null);
  return shareMachine.provide({
    actors: {
      copyLink: fromPromise(() => copyText(link())),
      sendLink: fromPromise(() => shareLink(link())),
      watchScreen: fromCallback(({ sendBack }) =>
        watchPath((path) => path !== ownPath && sendBack({ type: 'screen.left' })),
      ),
      watchVisibility: fromCallback(({ sendBack }) =>
        watchPageVisibility((isVisible) =>
          sendBack({ type: isVisible ? 'page.shown' : 'page.hidden', atMs: Date.now() }),
        ),
      ),
    },
  });
}

/** Sharing from one screen; each has its own dialog. */
export function shareBlueprint(
  effects: Effects,
  screen: SharingScreen,
): Blueprint<typeof shareMachine> {
  return {
    name: `share from ${screen}`,
    make: () => ({ logic: provideShare(effects, screenPaths[screen]), input: undefined }),
  };
}

/** What a share is worth: listens for as long as somebody is logged in. */
export function dailyShareBlueprint({
  api,
  news,
  storage,
}: Effects): Blueprint<typeof dailyShareMachine> {
  const provide = () =>
    dailyShareMachine.provide({
      actors: {
        claimShareReward: fromPromise<{ reward: string; balance: string }>(({ signal }) =>
          api(claimShareReward, {}, { signal }),
        ),
        incrementShare: fromPromise<void>(async ({ signal }) => {
          await api(incrementShare, {}, { signal });
        }),
        watchShares: fromCallback(({ sendBack }) =>
          news.subscribe(({ type }) => {
            if (type === 'share.succeeded')
              sendBack({ type: 'share.made', day: utcDay(new Date()) });
          }),
        ),
      },
      actions: { storeDay: ({ context }) => storage.lastShareDate.write(context.lastDay) },
    });
  return {
    name: 'daily share',
    make: () => ({ logic: provide(), input: { lastDay: storage.lastShareDate.read() } }),
  };
}
