import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import type * as calls from '../../../contract/calls.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import { findUserInfo } from '../accounts.ts';
import { writeAudit } from '../audit.ts';
import { type Context, type Handler, Refusal } from '../context.ts';
import { rememberDevice } from '../devices.ts';
import { windowsOfAddress } from '../limits.ts';
import { attempt, countLogin, WINDOW_MS } from '../login.ts';
import { openSession } from '../sessions.ts';
import { drawChallenge, handleOf, redeemChallenge } from './challenge.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';
import { type Read, readSigned, type Signed } from './response.ts';

const PURPOSE = 'log in';
/** As long as a challenge is good. */
const TIMEOUT_MS = 300_000;

/** @throws NotOffered where no browser has any */
export const passkeyLoginOptions: Handler<typeof calls.passkeyLoginOptions> = async (context) => {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(context.site).id,
    challenge: await drawChallenge(context, PURPOSE),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  });
  return { options: JSON.stringify(options) };
};

interface Passkey {
  readonly user_id: bigint;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: bigint;
}

/**
 * The passkey of that id that is of that account, with its account's row: who resets the password, blocks or leaves
 * waits for this, or this for them.
 */
async function lockPasskey(db: Database, { id, response }: Signed): Promise<Passkey | null> {
  const credentialId = Buffer.from(id, 'base64url');
  const found = await db.query<{ user_id: bigint }>(
    'select user_id from passkey where credential_id = $1',
    [credentialId],
  );
  for (const { user_id: userId } of found.rows) {
    const handle = (await handleOf(db, userId)).toString('base64url');
    if (handle !== response.userHandle) continue;
    const account = await db.query(
      'select from account where user_id = $1 and blocked_at is null and deleted_at is null for share',
      [userId],
    );
    if (account.rowCount !== 1) return null;
    const { rows } = await db.query<Passkey>(
      `select user_id, credential_id, public_key, counter from passkey
       where user_id = $1 and credential_id = $2 for update`,
      [userId, credentialId],
    );
    return rows[0] ?? null;
  }
  return null;
}

/** @returns how often the passkey has signed by now; null: it has not signed this */
async function verify(
  { response, challenge, origin }: Read<Signed>,
  { credential_id: id, public_key: publicKey, counter }: Passkey,
  party: RelyingParty,
): Promise<number | null> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: party.id,
    credential: {
      id: id.toString('base64url'),
      publicKey: new Uint8Array(publicKey),
      counter: Number(counter),
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

/** @returns whose session has begun; null: it was not signed by a passkey that may */
function enter(context: Context, signed: Read<Signed>, party: RelyingParty, keep: boolean) {
  const { now } = context;
  return inTransaction(context.db, async (db) => {
    const passkey = await lockPasskey(db, signed.response);
    const counter = passkey && (await verify(signed, passkey, party));
    if (passkey === null || counter === null) return null;
    const { user_id: userId, credential_id: id } = passkey;
    await db.query(
      'update passkey set counter = $3, used_at = $4 where user_id = $1 and credential_id = $2',
      [userId, id, counter, now],
    );
    return { userId, token: await openSession({ ...context, db }, userId, keep) };
  });
}

/**
 * Begins a session as a log-in by a password does. A challenge is used up by whatever was signed with it.
 * @throws NotOffered; Refusal invalid_credentials, the same for a passkey that nobody has, one that has not signed
 *   this, and a blocked account; too_many_attempts
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
