import { fromPromise } from 'xstate';
import { shareMachine } from '../../../machines/share.machine.ts';
import { copyText, inviteLink, shareLink } from '../../ports/share.ts';
import type { Effects } from '../effects.ts';
import type { Blueprint } from '../screens.ts';

function provideShare({ storage }: Effects) {
  const link = () => inviteLink(storage.session.read()?.user?.invite_code ?? null);
  return shareMachine.provide({
    actors: {
      copyLink: fromPromise(() => copyText(link())),
      sendLink: fromPromise(() => shareLink(link())),
    },
  });
}

/** Sharing from one screen; each has its own dialog. */
export function shareBlueprint(
  effects: Effects,
  screen: 'feed' | 'invite',
): Blueprint<typeof shareMachine> {
  return {
    name: `share from ${screen}`,
    make: () => ({ logic: provideShare(effects), input: undefined }),
  };
}
