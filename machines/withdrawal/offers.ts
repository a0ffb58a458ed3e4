import type { WithdrawalTerms } from './rules.ts';

/** What keeps an account its person's own: a way back in before the first withdrawal, a passkey after it. */
export const offers = ['recoveryCodes', 'passkey'] as const;
export type Offer = (typeof offers)[number];

/** @param open what may be offered on this device: nobody has answered it, and it works there */
export function offerOf(terms: WithdrawalTerms | null, open: readonly Offer[]): Offer | null {
  const safety = terms?.account_safety;
  if (!safety) return null;
  const { has_withdrawn, has_passkey, has_way_back } = safety;
  const offer = has_withdrawn ? 'passkey' : 'recoveryCodes';
  const isThere = has_withdrawn ? has_passkey : has_way_back;
  return !isThere && open.includes(offer) ? offer : null;
}
