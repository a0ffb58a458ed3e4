import { argon2Sync } from 'node:crypto';
import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import type { InputOf } from '../../contract/call.ts';
import type { checkIn } from '../../contract/calls.ts';
import { type Answer, type Client, isRefused } from './client.ts';

type Form = Extract<InputOf<typeof checkIn>, { tab: 'register' }>;

/** A proof of work for one registration, and the milliseconds of a core for it. */
interface Work {
  readonly proof: string;
  readonly milliseconds: number;
}

/** Solves a challenge as fast as a script can. */
export async function solve(text: string): Promise<Work> {
  let microseconds = 0;
  // computed in this thread, so that the CPU time of other worlds is not counted
  const deriveKey: DeriveKeyFunction = async (parameters, nonce, message) => {
    const { memoryCost: memory = 0, cost: passes, keyLength: tagLength } = parameters;
    const begun = process.threadCpuUsage();
    const options = { memory, passes, tagLength, parallelism: 1, nonce, message };
    const derivedKey = argon2Sync('argon2id', options);
    const { user, system } = process.threadCpuUsage(begun);
    microseconds += user + system;
    return { derivedKey };
  };
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge has no solution');
  const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  return { proof, milliseconds: microseconds / 1_000 };
}

/** Registers, with a proof of work if the server requires it, and counts the work. */
export async function register(client: Client, form: Form): Promise<Answer<'checkIn'>> {
  const answer = await client.send('checkIn', { ...form, proof: '' });
  if (!isRefused(answer) || answer.challenge === undefined) return answer;
  const { proof, milliseconds } = await solve(answer.challenge);
  client.countProof(milliseconds);
  return client.send('checkIn', { ...form, proof });
}
