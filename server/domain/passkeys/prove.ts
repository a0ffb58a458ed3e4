import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type * as calls from '../../../contract/calls.ts';
import { inTransaction } from '../../database/database.ts';
import { type Caller, type Context, type Handler, Refusal } from '../context.ts';
import { attempt, countLogin, passwordWindows } from '../login.ts';
import { recordProof } from '../proof.ts';
import { issueChallenge, redeemChallenge } from './challenge.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';
import { type Read, readSigned, type Signed } from './response.ts';
import { TIMEOUT_MS, usePasskey } from './signed.ts';

const purposeOf = (userId: bigint) => `prove ${userId}`;

/** @throws NotOffered where the server's address allows no passkeys */
export const proofOptions: Handler<typeof calls.proofOptions> = async (context, { userId }) => {
  const { id: rpID } = relyingPartyOf(context.site);
  const { rows } = await context.db.query<{ credential_id: Buffer; transports: string[] }>(
    'select credential_id, transports from passkey where user_id = $1 order by credential_id',
    [userId],
  );
  if (rows.length === 0) return { options: null };
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: await issueChallenge(context, purposeOf(userId)),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: rows.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: transports as never,
    })),
  });
  return { options: JSON.stringify(options) };
};

/** @returns whether one of the caller's own passkeys signed the challenge */
function prove(
  { db, now }: Context,
  caller: Caller,
  signed: Read<Signed>,
  party: RelyingParty,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const signer = await usePasskey(transaction, signed, party, now);
    if (signer !== caller.userId) return false;
    await recordProof(transaction, caller, now);
    return true;
  });
}

/**
 * Proves the identity by a passkey; the attempts count towards the same limit as attempts by password.
 * @throws NotOffered; Refusal invalid_credentials, too_many_attempts
 */
export const proveByPasskey: Handler<typeof calls.proveByPasskey> = async (
  context,
  caller,
  { response },
) => {
  const { userId } = caller;
  const party = relyingPartyOf(context.site);
  await countLogin(context);
  const isGood = await attempt(context, passwordWindows(context, userId), async () => {
    const signed = readSigned(response, party);
    if (!signed || !(await redeemChallenge(context, purposeOf(userId), signed.challenge))) {
      return false;
    }
    return prove(context, caller, signed, party);
  });
  if (!isGood) throw new Refusal('invalid_credentials');
  return {};
};
