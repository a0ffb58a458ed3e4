import type { AnyActorRef } from 'xstate';
import type { ChildId } from '../../../machines/app/children.ts';
import { shareMachine } from '../../../machines/share.machine.ts';
import { sharedWords } from '../../i18n/shared-words.ts';
import { copyText, share } from '../../ports/share.ts';
import { sharedFrom } from '../components/shared.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Starts } from '../system/starts.ts';
import { startDailyShare } from './daily-share.actors.ts';

type SharingPlace = Extract<ChildId, `share-${string}`>;

/** Sharing from one place; each has an actor of its own. */
function provideShare(place: SharingPlace, { storage }: Effects) {
  const shared = ({ system }: { system: AnyActorRef['system'] }) =>
    sharedFrom(
      place,
      system.get('feed')?.getSnapshot(),
      storage.session.read()?.user?.invite_code ?? null,
    );
  const send = ({ title, url }: ReturnType<typeof shared>) => {
    const words = sharedWords();
    // not every app that is shared with shows the title
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

/** Sharing from a place, with what it is worth to a member: no share is left without its reward. */
export const startSharing =
  (id: SharingPlace): Starts =>
  (effects, input) => [
    { id, logic: provideShare(id, effects) },
    ...startDailyShare(effects, input),
  ];
