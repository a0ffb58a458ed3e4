import { fromPromise } from 'xstate';
import { landing } from '../../../contract/calls.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import { landingMachine, type Offer } from '../../../machines/landing.machine.ts';
import { missing } from '../../../machines/missing.ts';
import type { ClaimAnswer } from '../../../machines/outbox.machine.ts';
import { videoMachine } from '../../../machines/video.machine.ts';
import type { Effects } from '../effects.ts';
import { LANDING_PATH, REGISTER_PATH } from '../path.ts';
import type { Blueprint } from '../screens.ts';
import { playOn } from './feed.actors.ts';
import { watchPresence } from './presence.ts';

function provideLanding({ api, storage, landingPlayers }: Effects, go: (path: string) => void) {
  const clip = videoMachine.provide({
    actors: {
      playClip: playOn(landingPlayers),
      // a visitor's clip claims nothing: its ticket does, after the registration
      claimReward: missing<ClaimAnswer, { claimId: string; videoId: number }>('claimReward'),
    },
  });
  return landingMachine.provide({
    actors: {
      video: clip,
      loadOffer: fromPromise<Offer>(({ signal }) => {
        const code = storage.inviteCode.read();
        if (!code) throw { kind: 'refused', reason: 'invalid_invite_code' } satisfies CallFailure;
        return api(landing, { invite_code: code }, { signal });
      }),
      watchPresence: watchPresence(LANDING_PATH),
    },
    actions: {
      keepTicket: ({ context }) => storage.watchTicket.write(context.offer?.watch_ticket ?? null),
      goRegister: () => go(REGISTER_PATH),
      dropCode: () => storage.inviteCode.write(null),
    },
  });
}

/** The page of an invited visitor, with an element of its own for the sample clip. */
export function landingBlueprint(
  effects: Effects,
  go: (path: string) => void,
): Blueprint<typeof landingMachine> {
  return {
    name: 'landing',
    make: () => ({
      logic: provideLanding(effects, go),
      input: { nonce: effects.nonce() },
    }),
  };
}
