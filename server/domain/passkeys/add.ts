import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { COSEALG } from '@simplewebauthn/server/helpers';
import type * as calls from '../../../contract/calls.ts';
import { MAX_PASSKEYS } from '../../../contract/passkeys.ts';
import { type Database, inTransaction } from '../../database/database.ts';
import { writeAudit } from '../audit.ts';
import { type Context, type Handler, InvalidField, Refusal } from '../context.ts';
import { notifyOwner } from '../notify-owner.ts';
import { verifyOwnPassword } from '../proof.ts';
import { deviceIn } from '../user-agent.ts';
import { handleOf, issueChallenge, redeemChallenge } from './challenge.ts';
import { passkeyIdOf } from './list.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';
import { type Created, type Read, readCreated } from './response.ts';
import { TIMEOUT_MS } from './signed.ts';

/** WebAuthn's longest id, 1,023 bytes, in base64url; an index of Postgres accepts up to about 2,700 bytes. */
const MAX_ID_LENGTH = 1_364;
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** A change of the password invalidates all earlier challenges. */
const purposeOf = (userId: bigint, passwordHash: string) => `add ${userId} ${passwordHash}`;

interface Known {
  readonly credential_id: Buffer;
  readonly transports: readonly string[];
}

async function readPasskeysBelowLimit(db: Database, userId: bigint): Promise<readonly Known[]> {
  const { rows } = await db.query<Known>(
    'select credential_id, transports from passkey where user_id = $1 order by credential_id',
    [userId],
  );
  if (rows.length < MAX_PASSKEYS) return rows;
  throw new InvalidField('passkeys', `at most ${MAX_PASSKEYS}: remove one first`);
}

/**
 * Options for a browser to create a passkey; the password proves the identity.
 * @throws NotOffered; InvalidField when the account has ten already; Refusal invalid_credentials, too_many_attempts
 */
export const passkeyOptions: Handler<typeof calls.passkeyOptions> = async (
  context,
  caller,
  { password },
) => {
  const { userId } = caller;
  const { db, settings, site } = context;
  const { id: rpID } = relyingPartyOf(site);
  const passwordHash = await verifyOwnPassword(context, caller, password);
  const passkeys = await readPasskeysBelowLimit(db, userId);
  const { rows } = await db.query<{ username: string }>(
    'select username from account where user_id = $1',
    [userId],
  );
  const options = await generateRegistrationOptions({
    rpName: settings.get('product.name'),
    rpID,
    userName: rows[0]?.username ?? '',
    userID: new Uint8Array(await handleOf(db, userId)),
    challenge: await issueChallenge(context, purposeOf(userId, passwordHash)),
    timeout: TIMEOUT_MS,
    excludeCredentials: passkeys.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { options: JSON.stringify(options) };
};

/** @returns null: the response does not match the options */
async function verify({ response, challenge, origin }: Read<Created>, { id }: RelyingParty) {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...response,
      response: { ...response.response, transports: [...response.response.transports] },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  const credential = registrationInfo?.credential;
  return credential && credential.id.length <= MAX_ID_LENGTH ? credential : null;
}

interface Account {
  readonly password_hash: string;
}

async function lockAccount(db: Database, userId: bigint): Promise<Account> {
  const { rows } = await db.query<Account>(
    'select password_hash from account where user_id = $1 and deleted_at is null for update',
    [userId],
  );
  const [account] = rows;
  if (!account) throw new Refusal('invalid_credentials');
  return account;
}

type Credential = NonNullable<Awaited<ReturnType<typeof verify>>>;

/** @throws Refusal when an account already has the passkey */
async function store({ db, now, visitor }: Context, userId: bigint, credential: Credential) {
  const id = Buffer.from(credential.id, 'base64url');
  const { browser, system } = deviceIn(visitor.userAgent ?? '');
  const name = [browser, system].filter((part) => part !== null).join(', ');
  const { rowCount } = await db.query(
    `insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
     select $1, $2, $3, $4, $5, $6, $7
     where not exists (select 1 from passkey where credential_id = $2)
     on conflict do nothing`,
    [
      userId,
      id,
      Buffer.from(credential.publicKey),
      credential.counter,
      credential.transports ?? [],
      name,
      now,
    ],
  );
  if (rowCount !== 1) throw new Refusal('invalid_credentials');
  return passkeyIdOf(id);
}

/**
 * Adds a passkey, and notifies the account's owner: a stranger who knows the password may have added it.
 * @throws NotOffered; InvalidField when the account has ten already; Refusal invalid_credentials
 */
export const addPasskey: Handler<typeof calls.addPasskey> = async (
  context,
  { userId },
  { response },
) => {
  const { now, site } = context;
  const party = relyingPartyOf(site);
  const made = readCreated(response, party);
  const credential = made && (await verify(made, party));
  if (!credential) throw new Refusal('invalid_credentials');
  return inTransaction(context.db, async (db) => {
    // a concurrent password change runs before or after this transaction
    const { password_hash: hash } = await lockAccount(db, userId);
    const isGood = await redeemChallenge({ db, now }, purposeOf(userId, hash), made.challenge);
    if (!isGood) throw new Refusal('invalid_credentials');
    await readPasskeysBelowLimit(db, userId);
    const passkey = await store({ ...context, db }, userId, credential);
    await notifyOwner({ db, now, site }, userId, 'passkey');
    const what = { user_id: Number(userId) };
    await writeAudit(db, { who: `user ${userId}`, action: 'passkey added', what }, now);
    return { passkey };
  });
};
