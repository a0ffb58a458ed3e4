import type { AnyActorRef } from 'xstate';
import type { ChildId } from '../../../machines/app/children.ts';
import { shareMachine } from '../../../machines/share.machine.ts';
import { shareText } from '../../i18n/shared-words.ts';
import { copyText, share } from '../../ports/share.ts';
import { linkToShare } from '../components/link-to-share.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Starts } from '../system/starts.ts';
import { startDailyShare } from './daily-share.actors.ts';

type SharingPlace = Extract<ChildId, `share-${string}`>;

/** The share machine of one share button; each button has an actor of its own. */
function provideShare(place: SharingPlace, { storage }: Effects) {
  const shared = ({ system }: { system: AnyActorRef['system'] }) =>
    linkToShare(
      place,
      system.get('feed')?.getSnapshot(),
      storage.session.read()?.user?.invite_code ?? null,
    );
  const send = ({ title, url }: ReturnType<typeof shared>) => {
    const words = shareText();
    // some receiving apps do not show the title, so the text repeats it
    const text = title === undefined ? words : `${title} · ${words}`;
    return share({ title: title ?? words, text, url });
  };
  return shareMachine.provide({
    actors: promises(
      shareMachine,
      { copyLink: (at) => copyText(shared(at).url), sendLink: (at) => send(shared(at)) },
      ['sendLink'],
    ),
  });
}

/** Starts a button's share machine, and for members the machine that claims the share reward. */
export const startSharing =
  (id: SharingPlace): Starts =>
  (effects, input) => [
    { id, logic: provideShare(id, effects) },
    ...startDailyShare(effects, input),
  ];
