import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/argon2id';
import type { InputOf } from '../../contract/call.ts';
import type { checkIn } from '../../contract/calls.ts';
import { type Answer, type Client, isRefused } from './client.ts';

type Form = Extract<InputOf<typeof checkIn>, { tab: 'register' }>;

/** Does the work of a challenge, as fast as a script can. @returns its proof, which registers once */
export async function solved(text: string): Promise<string> {
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge has no solution');
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Registers, with a proof of work where the server asks for one; what it costs is counted. */
export async function register(client: Client, form: Form): Promise<Answer<'checkIn'>> {
  const answer = await client.send('checkIn', { ...form, proof: '' });
  if (!isRefused(answer) || answer.challenge === undefined) return answer;
  const begun = process.cpuUsage();
  const proof = await solved(answer.challenge);
  const { user, system } = process.cpuUsage(begun);
  client.countProof((user + system) / 1_000);
  return client.send('checkIn', { ...form, proof });
}
