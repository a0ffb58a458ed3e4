import type { CallFailure } from '../../../contract/failure.ts';
import { info } from '../../../contract/user.calls.ts';
import { authMachine } from '../../../machines/auth/auth.machine.ts';
import { endSubscription } from '../../ports/subscription.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';

/** The code of log-in, registration and log-out, loaded when first needed. */
const entering = () =>
  import('./auth-calls.ts').catch(() => {
    throw { kind: 'offline' } satisfies CallFailure;
  });

/** The auth machine with its storage and calls. */
export function provideAuth(effects: Effects) {
  const { api, storage } = effects;
  /** whether the stored session has this token: another window may have logged in as another user */
  const isStored = (token: string | null) => token === (storage.session.read()?.token ?? null);
  return authMachine.provide({
    actors: {
      ...listeners(authMachine, {
        watchSession: ({ sendBack }) =>
          storage.watchSession((session) => sendBack({ type: 'session.changed', session })),
      }),
      ...promises(authMachine, {
        restoreSession: async () => ({
          token: null,
          user: null,
          ...storage.session.read(),
          isWelcomeDue: storage.isWelcomeDue.read() ?? false,
        }),
        logIn: async ({ input, signal }) => (await entering()).logIn(effects, input.form, signal),
        loadRegistration: async ({ input: { form } }) => ({
          machine: (await entering()).provideRegistration(effects),
          form,
        }),
        loadUser: async ({ signal }) => {
          const { lang: language } = document.documentElement;
          return (await api(info, { language }, { signal })).userInfo;
        },
        readKnownAt: async () => storage.userKnownAt.read(),
        claimWelcomeReward: async ({ signal }) => (await entering()).welcome(effects, signal),
        logOut: async ({ signal }) => (await entering()).logOut(effects, signal),
      }),
    },
    actions: {
      storeSession: ({ context: { token, user, isWelcomeDue } }) => {
        storage.session.write(token ? { token, user } : null);
        storage.isWelcomeDue.write(isWelcomeDue || null);
      },
      storeUser: ({ context: { token, user } }) => {
        if (token && isStored(token)) storage.session.write({ token, user });
      },
      clearSession: ({ context: { token } }) => {
        if (!isStored(token)) return;
        storage.session.write(null);
        storage.isWelcomeDue.write(null);
      },
      endSubscription: ({ context: { token } }) => {
        if (!isStored(token)) return;
        storage.pushToken.write(null);
        // if this fails, the server moves the subscription to the next user who logs in here
        endSubscription().catch(() => undefined);
      },
      clearInviteCode: () => storage.inviteCode.write(null),
      setWelcomed: () => storage.isWelcomeDue.write(null),
    },
  });
}
