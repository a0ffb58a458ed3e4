import { checkIn, handleLoginReward, logout } from '../../../contract/entering.calls.ts';
import { inviteCodeIn } from '../../../contract/invite-code.ts';
import { logInByPasskey } from '../../../contract/passkey-login.calls.ts';
import type { UserInfo } from '../../../contract/shapes.ts';
import type { LoginForm, RegisterForm } from '../../../machines/auth/credentials.ts';
import type { Welcome } from '../../../machines/auth/model.ts';
import { failureOf } from '../../../machines/failure.ts';
import { registrationMachine } from '../../../machines/registration.machine.ts';
import { solve } from '../../ports/proof.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';

/**
 * Claims the registration reward, and with the ticket the landing page's. A refused ticket (used,
 * or too young) must not cost the registration reward: then the refusal is returned with it. The
 * ticket stays stored until the rewards are claimed.
 */
export async function welcome({ api, storage }: Effects, signal: AbortSignal): Promise<Welcome> {
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

/** Maximum wait for the country; its look-up usually began earlier, in the third boot phase. */
const COUNTRY_WAIT_MS = 500;

const noCountry = () =>
  new Promise<null>((resolve) => {
    setTimeout(resolve, COUNTRY_WAIT_MS, null);
  });

/** Optional data about a visitor: a log-in or registration neither waits long nor fails without it. */
async function visitorOf({ country, language }: Effects) {
  const found = await Promise.race([country(), noCountry()]);
  return {
    ...(found && { country: found }),
    language: language.read() ?? document.documentElement.lang,
  };
}

async function logInWithPasskey(
  { api }: Effects,
  signed: { response: string; keep: boolean },
  signal: AbortSignal,
): Promise<UserInfo> {
  try {
    return (await api(logInByPasskey, signed, { signal })).userInfo;
  } catch (error) {
    const failure = failureOf(error);
    throw failure.kind === 'refused' ? { ...failure, isPasskeyLogin: true } : failure;
  }
}

export async function logIn(
  effects: Effects,
  { username, password, keep, passkey }: LoginForm,
  signal: AbortSignal,
): Promise<UserInfo> {
  if (passkey) return logInWithPasskey(effects, { response: passkey, keep }, signal);
  const form = { tab: 'login' as const, username: username.trim(), password, keep };
  const visitor = await visitorOf(effects);
  return (await effects.api(checkIn, { ...form, ...visitor }, { signal })).userInfo;
}

async function register(
  effects: Effects,
  { form: typed, proof }: { form: RegisterForm; proof: string },
  signal: AbortSignal,
): Promise<UserInfo> {
  const { username, email, password, keep, inviteCode, agreed, age } = typed;
  const form = { username: username.trim(), email: email.trim(), password, keep, proof };
  const code = inviteCodeIn(inviteCode);
  const invite = code ? { invite_code: code } : {};
  const visitor = await visitorOf(effects);
  const stated = agreed === undefined ? {} : { agreed, age };
  const input = { tab: 'register' as const, ...form, ...invite, ...stated, ...visitor };
  return (await effects.api(checkIn, input, { signal })).userInfo;
}

/** The machine of a registration, with its calls. */
export const provideRegistration = (effects: Effects) =>
  registrationMachine.provide({
    actors: promises(
      registrationMachine,
      {
        sendForm: ({ input, signal }) => register(effects, input, signal),
        solve: ({ input, signal }) => solve(input.challenge, signal),
      },
      ['solve'],
    ),
  });

export async function logOut({ api }: Effects, signal: AbortSignal): Promise<void> {
  await api(logout, {}, { signal });
}
