import { argon2id } from '@noble/hashes/argon2.js';
import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib';

const deriveKey: DeriveKeyFunction = async (
  { cost, memoryCost = 0, keyLength },
  salt,
  password,
) => ({
  derivedKey: argon2id(password, salt, { t: cost, m: memoryCost, p: 1, dkLen: keyLength }),
});

/** Worker for proofs of work: solves the challenge of a message, and answers with the proof in ALTCHA's format. */
self.onmessage = async ({ data }: MessageEvent<string>) => {
  const challenge = JSON.parse(data) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  self.postMessage(btoa(JSON.stringify({ challenge, solution })));
};
