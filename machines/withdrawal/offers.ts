import type { WithdrawalTerms } from './rules.ts';

/** Ways to secure an account: recovery codes before the first withdrawal, a passkey after it. */
export const offers = ['recoveryCodes', 'passkey'] as const;
export type Offer = (typeof offers)[number];

/** @param open offers that work on this device and have no answer yet */
export function offerOf(terms: WithdrawalTerms | null, open: readonly Offer[]): Offer | null {
  const safety = terms?.account_safety;
  if (!safety) return null;
  const { has_withdrawn, has_passkey, has_way_back } = safety;
  const offer = has_withdrawn ? 'passkey' : 'recoveryCodes';
  const isThere = has_withdrawn ? has_passkey : has_way_back;
  return !isThere && open.includes(offer) ? offer : null;
}
