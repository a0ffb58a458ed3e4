import { lazily } from '../lazily.ts';
import { addressBlock } from './addresses.ts';
import { type Context, Refusal } from './context.ts';
import { returnSlots, takeSlot, takeSlots, type Window, windowsOfAddress } from './limits.ts';
import { HOUR } from './time.ts';

const registerProof = lazily(() => import('./register-proof.ts'));

/** What a registration is counted in: with those of an address that succeed, and those refused. */
interface Counted {
  readonly registered: readonly Window[];
  /** refusals tell who is registered */
  readonly refused: readonly Window[];
}

function windowsOf({ settings, visitor }: Context): Counted {
  const windows = (bucket: string, limit: number) =>
    windowsOfAddress(visitor.address, { bucket, limit, lengthMs: HOUR });
  return {
    registered: windows('register', settings.get('limit.registrations_per_hour')),
    refused: windows('register:refused', settings.get('limit.refused_registrations_per_hour')),
  };
}

/** Registrations of a block of addresses in an hour that need no proof of work. */
const withoutProof = ({ settings, visitor }: Context): Window => ({
  bucket: `register:block:${addressBlock(visitor.address)}`,
  limit: settings.get('register.proof_after'),
  lengthMs: HOUR,
});

/**
 * Counts a registration before it learns anything about names.
 * @param proof that came with it; empty: a program that can do one; undefined: one that cannot
 * @throws Refusal too_many_attempts, proof_needed with a challenge
 */
export async function countRegistration(
  context: Context,
  proof: string | undefined,
): Promise<Counted> {
  const { db, now } = context;
  const { registered, refused } = windowsOf(context);
  const seconds = await takeSlots(db, [...refused, ...registered], now);
  if (seconds > 0) throw new Refusal('too_many_attempts', { retry_after: seconds });
  const block = withoutProof(context);
  const secondsOfBlock = await takeSlot(db, block, now);
  if (secondsOfBlock === 0) return { registered: [...registered, block], refused };
  const { makeChallenge, redeemProof } = await registerProof();
  if (proof && (await redeemProof(context, proof))) {
    // its challenge was a refusal too
    await returnSlots(db, refused, now);
    return { registered, refused };
  }
  await returnSlots(db, registered, now);
  // an app of before proofs has words for this
  if (proof === undefined) throw new Refusal('too_many_attempts', { retry_after: secondsOfBlock });
  throw new Refusal('proof_needed', { challenge: await makeChallenge(context) });
}
