import { fromCallback, fromPromise } from 'xstate';
import { claimShareReward, incrementShare } from '../../../contract/calls.ts';
import { dailyShareMachine } from '../../../machines/daily-share.machine.ts';
import { shareMachine } from '../../../machines/share.machine.ts';
import { copyText, inviteLink, shareLink } from '../../ports/share.ts';
import { watchPageVisibility } from '../../ports/visibility.ts';
import type { Effects } from '../effects.ts';
import type { Blueprint } from '../screens.ts';
import { utcDay } from '../utc-day.ts';

function provideShare({ storage }: Effects) {
  const link = () => inviteLink(storage.session.read()?.user?.invite_code ?? null);
  return shareMachine.provide({
    actors: {
      copyLink: fromPromise(() => copyText(link())),
      sendLink: fromPromise(() => shareLink(link())),
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
  screen: 'feed' | 'limit' | 'invite' | 'tasks',
): Blueprint<typeof shareMachine> {
  return {
    name: `share from ${screen}`,
    make: () => ({ logic: provideShare(effects), input: undefined }),
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
