import { fromCallback, fromPromise } from 'xstate';
import { checkIn, handleLoginReward, info, logout } from '../../../contract/calls.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import type { UserInfo } from '../../../contract/shapes.ts';
import { authMachine } from '../../../machines/auth.machine.ts';
import type { RestoredSession, Welcome } from '../../../machines/auth.setup.ts';
import type { LoginForm, RegisterForm } from '../../../machines/credentials.ts';
import { failureOf } from '../../../machines/failure.ts';
import type { Effects } from '../effects.ts';

const aborted: CallFailure = { kind: 'aborted' };

/**
 * Asks for the registration reward, and for the landing page's with its ticket. A ticket that the
 * server does not take (used, or too young) must not cost the other reward; its refusal is told
 * with what was given, and the ticket is kept until then.
 */
async function welcome({ api, storage }: Effects, signal: AbortSignal): Promise<Welcome> {
  const ticket = storage.watchTicket.read();
  if (!ticket) return { ...(await api(handleLoginReward, {}, { signal })), refusal: null };
  const watched = { watch_ticket: ticket };
  const given = await api(handleLoginReward, watched, { signal }).then(
    (answer) => ({ ...answer, refusal: null }),
    async (error: unknown) => {
      const refusal = failureOf(error);
      const isTicketRefused =
        refusal.kind === 'refused' && refusal.reason === 'invalid_watch_ticket';
      if (!isTicketRefused) throw error;
      return { ...(await api(handleLoginReward, {}, { signal })), refusal };
    },
  );
  storage.watchTicket.write(null);
  return given;
}

/** The look-up began when the page was there: what is not known now may never be. */
const COUNTRY_WAIT_MS = 500;

const noCountry = () =>
  new Promise<null>((resolve) => {
    setTimeout(resolve, COUNTRY_WAIT_MS, null);
  });

/** The auth machine with its storage and calls. */
export function provideAuth(effects: Effects) {
  const { api, storage, country, language } = effects;
  /** what the server likes to know about a visitor; unknown is no reason to wait long or to fail */
  const visitor = async () => {
    const found = await Promise.race([country(), noCountry()]);
    return {
      ...(found && { country: found }),
      language: language.read() ?? document.documentElement.lang,
    };
  };
  /** another window may have logged somebody else in, and not have been heard yet */
  const isStored = (token: string) => storage.session.read()?.token === token;
  return authMachine.provide({
    actors: {
      watchSession: fromCallback(({ sendBack }) =>
        storage.watchSession((session) => sendBack({ type: 'session.changed', session })),
      ),
      restoreSession: fromPromise<RestoredSession>(async () => ({
        token: null,
        user: null,
        ...storage.session.read(),
        isWelcomeDue: storage.isWelcomeDue.read() ?? false,
      })),
      logIn: fromPromise<UserInfo, { form: LoginForm | null }>(async ({ input, signal }) => {
        if (!input.form) throw aborted;
        const { username, password, keep } = input.form;
        const form = { tab: 'login' as const, username: username.trim(), password, keep };
        return (await api(checkIn, { ...form, ...(await visitor()) }, { signal })).userInfo;
      }),
      register: fromPromise<UserInfo, { form: RegisterForm | null }>(async ({ input, signal }) => {
        if (!input.form) throw aborted;
        const { username, email, password, keep, inviteCode } = input.form;
        const form = { username: username.trim(), email: email.trim(), password, keep };
        const invite = inviteCode.trim() ? { invite_code: inviteCode.trim() } : {};
        const visit = await visitor();
        return (await api(checkIn, { tab: 'register', ...form, ...invite, ...visit }, { signal }))
          .userInfo;
      }),
      loadUser: fromPromise<UserInfo>(
        async ({ signal }) => (await api(info, {}, { signal })).userInfo,
      ),
      claimWelcomeReward: fromPromise<Welcome>(({ signal }) => welcome(effects, signal)),
      logOut: fromPromise<void>(async ({ signal }) => {
        await api(logout, {}, { signal });
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
        if (token && !isStored(token)) return;
        storage.session.write(null);
        storage.isWelcomeDue.write(null);
      },
      clearInviteCode: () => storage.inviteCode.write(null),
      noteWelcomed: () => storage.isWelcomeDue.write(null),
    },
  });
}
