import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/argon2id';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import type { Context } from './context.ts';
import { redeemOnce } from './redeemed.ts';
import { findSecret } from './secrets.ts';
import { MINUTE } from './time.ts';

const SECRET = 'register_proof';
/** A phone may sleep between the challenge and the proof. */
const LIFETIME_MS = 10 * MINUTE;
/** Memory of one attempt, in KiB: docs/decisions/proof-of-work.md has the figures. */
const MEMORY = 4_096;

/** The form of a proof, checked before its signature. */
const payload = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.string(),
      nonce: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.number(),
      keyPrefix: v.string(),
      data: v.object({ ends_at: v.pipe(v.number(), v.integer()) }),
    }),
    signature: v.string(),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});

type Proof = v.InferOutput<typeof payload>;

/** Parses ALTCHA's format of a solved challenge: JSON in base64. */
function readProof(text: string): Proof | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(text, 'base64').toString());
    const read = v.safeParse(payload, json);
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

async function secretsOf(db: Database) {
  const secret = (await findSecret(db, SECRET)).toString('hex');
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `key of ${secret}` };
}

/**
 * Makes a challenge, as JSON: which of the first `register.proof_tries` counters has a key with the given prefix? The
 * expiry is in `data`, which is signed too, because ALTCHA's own expiry uses the clock of the process.
 */
export async function makeChallenge({ db, settings, now }: Context): Promise<string> {
  const challenge = await createChallenge({
    ...(await secretsOf(db)),
    algorithm: 'ARGON2ID',
    cost: 1,
    memoryCost: MEMORY,
    counter: randomInt(settings.get('register.proof_tries')),
    deriveKey,
    data: { ends_at: now.getTime() + LIFETIME_MS },
  });
  return JSON.stringify(challenge);
}

function redeem(db: Database, { challenge }: Proof): Promise<boolean> {
  const { nonce, data } = challenge.parameters;
  return redeemOnce(db, Buffer.from(nonce, 'hex'), new Date(data.ends_at));
}

/** @returns whether the proof solves an unexpired challenge from `makeChallenge`, and is used for the first time */
export async function redeemProof({ db, now }: Context, text: string): Promise<boolean> {
  const proof = readProof(text);
  if (proof === null || proof.challenge.parameters.data.ends_at <= now.getTime()) return false;
  const { verified } = await verifySolution({
    ...proof,
    ...(await secretsOf(db)),
    deriveKey,
  });
  return verified && (await redeem(db, proof));
}
