import type { CallFailure } from '../../../contract/failure.ts';
import { landing } from '../../../contract/invite.calls.ts';
import { landingMachine } from '../../../machines/landing.machine.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import { navigate, paths, REGISTER_PATH } from '../system/paths.ts';
import { provideVideo } from './feed.actors.ts';
import { watchPresence } from './presence.ts';

/** The page of an invited visitor, with an element of its own for the sample clip. */
export const provideLanding = ({ api, storage, landingPlayers }: Effects) =>
  landingMachine.provide({
    actors: {
      video: provideVideo(landingPlayers),
      ...promises(landingMachine, {
        loadOffer: async ({ signal }) => {
          const code = storage.inviteCode.read();
          if (!code) throw { kind: 'refused', reason: 'invalid_invite_code' } satisfies CallFailure;
          return api(landing, { invite_code: code }, { signal });
        },
      }),
      ...listeners(landingMachine, { watchPresence: watchPresence(paths.newUser) }),
    },
    actions: {
      keepTicket: ({ context }) => storage.watchTicket.write(context.offer?.watch_ticket ?? null),
      goRegister: () => navigate(REGISTER_PATH),
      clearInviteCode: () => storage.inviteCode.write(null),
    },
  });
