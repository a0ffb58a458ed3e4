import { lazily } from '../lazily.ts';
import { addressBlock } from './addresses.ts';
import { type Context, Refusal } from './context.ts';
import { returnSlots, takeSlot, takeSlots, type Window, windowsOfAddress } from './limits.ts';
import { HOUR } from './time.ts';

const registerProof = lazily(() => import('./register-proof.ts'));

/** The limits of a registration: of successful registrations and of refused ones. */
interface Counted {
  readonly registered: readonly Window[];
  /** limited, because refusals reveal registered names */
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

/** The limit per hour of a block of addresses for registrations without a proof of work. */
const withoutProof = ({ settings, visitor }: Context): Window => ({
  bucket: `register:block:${addressBlock(visitor.address)}`,
  limit: settings.get('register.proof_after'),
  lengthMs: HOUR,
});

/**
 * Counts a registration before any of its answers depends on stored names.
 * @param proof of work with the form; empty: the app can compute a proof; undefined: the app cannot
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
    // also returns the slot of the refusal that sent the challenge
    await returnSlots(db, refused, now);
    return { registered, refused };
  }
  await returnSlots(db, registered, now);
  // older apps know no proofs, but have a text for this refusal
  if (proof === undefined) throw new Refusal('too_many_attempts', { retry_after: secondsOfBlock });
  throw new Refusal('proof_needed', { challenge: await makeChallenge(context) });
}
