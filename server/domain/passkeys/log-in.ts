import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type * as calls from '../../../contract/calls.ts';
import { inTransaction } from '../../database/database.ts';
import { findUserInfo } from '../accounts.ts';
import { writeAudit } from '../audit.ts';
import { type Context, type Handler, Refusal } from '../context.ts';
import { rememberDevice } from '../devices.ts';
import { windowsOfAddress } from '../limits.ts';
import { attempt, countLogin, WINDOW_MS } from '../login.ts';
import { openSession } from '../sessions.ts';
import { issueChallenge, redeemChallenge } from './challenge.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';
import { type Read, readSigned, type Signed } from './response.ts';
import { TIMEOUT_MS, usePasskey } from './signed.ts';

const PURPOSE = 'log in';

/** @throws NotOffered where the server's address allows no passkeys */
export const passkeyLoginOptions: Handler<typeof calls.passkeyLoginOptions> = async (context) => {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(context.site).id,
    challenge: await issueChallenge(context, PURPOSE),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  });
  return { options: JSON.stringify(options) };
};

/** @returns the new session and its user; null: no valid passkey signed the challenge */
function enter(context: Context, signed: Read<Signed>, party: RelyingParty, keep: boolean) {
  const { now } = context;
  return inTransaction(context.db, async (db) => {
    const userId = await usePasskey(db, signed, party, now);
    if (userId === null) return null;
    return { userId, token: await openSession({ ...context, db }, userId, keep) };
  });
}

/**
 * Begins a session, like a log-in by password. A well-formed response uses up its challenge, even with a wrong
 * signature.
 * @throws NotOffered; Refusal invalid_credentials, the same for an unknown passkey, a wrong signature, and a blocked
 * account; too_many_attempts
 */
export const logInByPasskey: Handler<typeof calls.logInByPasskey> = async (
  context,
  _caller,
  { response, keep },
) => {
  const { db, now, settings, site, visitor } = context;
  const party = relyingPartyOf(site);
  await countLogin(context);
  const limit = settings.get('limit.address_login_attempts');
  const window = { bucket: 'login:address', limit, lengthMs: WINDOW_MS };
  let entered: Awaited<ReturnType<typeof enter>> = null;
  await attempt(context, windowsOfAddress(visitor.address, window), async () => {
    const signed = readSigned(response, party);
    if (signed && (await redeemChallenge(context, PURPOSE, signed.challenge))) {
      entered = await enter(context, signed, party, keep);
    }
    return entered !== null;
  });
  if (entered === null) {
    const what = { user_id: null };
    await writeAudit(db, { who: 'somebody', action: 'login failed', what }, now);
    throw new Refusal('invalid_credentials');
  }
  const { userId, token } = entered as { userId: bigint; token: string };
  await rememberDevice(db, userId, visitor.device ?? null, now);
  return { userInfo: await findUserInfo(context, userId, token) };
};
