import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Database } from '../../database/database.ts';
import { handleOf } from './challenge.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Read, Signed } from './response.ts';

/** How long a browser waits for the person: as long as a challenge is valid. */
export const TIMEOUT_MS = 300_000;

interface Passkey {
  readonly user_id: bigint;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: bigint;
}

/**
 * Finds the passkey of an id, if it belongs to the account of the user handle, and locks both rows. A concurrent reset
 * of the password, block or deletion runs before or after this transaction.
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

/** @returns the passkey's new counter of signatures; null: the signature is wrong */
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

/**
 * Verifies a signature and stores the passkey's new counter. Call it in a transaction, after the challenge is redeemed.
 * @returns the user of the passkey that signed; null: no valid passkey signed
 */
export async function usePasskey(
  db: Database,
  signed: Read<Signed>,
  party: RelyingParty,
  now: Date,
): Promise<bigint | null> {
  const passkey = await lockPasskey(db, signed.response);
  const counter = passkey && (await verify(signed, passkey, party));
  if (passkey === null || counter === null) return null;
  const { user_id: userId, credential_id: id } = passkey;
  await db.query(
    'update passkey set counter = $3, used_at = $4 where user_id = $1 and credential_id = $2',
    [userId, id, counter, now],
  );
  return userId;
}
