import { FIRST_LEVEL, withinHints } from '../../../contract/device-hints.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import { landing } from '../../../contract/invite.calls.ts';
import { inviteCodeIn } from '../../../contract/invite-code.ts';
import { srcOf } from '../../../contract/renditions.ts';
import { landingMachine } from '../../../machines/landing.machine.ts';
import { readHints } from '../../ports/rendition.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import { navigate, REGISTER_PATH } from '../system/paths.ts';
import { provideVideo } from './feed.actors.ts';

/** The landing page of an invited visitor, with a player of its own for the sample clip. */
export const provideLanding = ({ api, storage, rendition, landingPlayers }: Effects) =>
  landingMachine.provide({
    actors: {
      video: provideVideo(landingPlayers),
      ...promises(landingMachine, {
        loadOffer: async ({ signal }) => {
          const code = storage.inviteCode.read();
          if (!code) throw { kind: 'refused', reason: 'invalid_invite_code' } satisfies CallFailure;
          const offer = await api(landing, { invite_code: inviteCodeIn(code) }, { signal });
          return {
            ...offer,
            src: srcOf(offer.video, rendition.read() ?? withinHints(FIRST_LEVEL, readHints())),
          };
        },
      }),
    },
    actions: {
      storeTicket: ({ context }) => storage.watchTicket.write(context.offer?.watch_ticket ?? null),
      goRegister: () => navigate(REGISTER_PATH),
      clearInviteCode: () => storage.inviteCode.write(null),
    },
  });
