import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/argon2id';

/** A proof as ALTCHA writes it. */
export const written = (challenge: Challenge, solution: object): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');

/** Does the work of a challenge. @returns its proof, which registers once */
export async function solved(text: string): Promise<string> {
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge has no solution');
  return written(challenge, solution);
}
