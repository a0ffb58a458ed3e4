import type { AdAction } from '../ad.machine.ts';
import type { Claim, ClaimAnswer, ClaimCall } from '../outbox.machine.ts';
import type { Consequence } from './consequence.ts';

/** What a paid claim, or a limit that it met, means to the counts. */
export const counts: Record<
  ClaimCall,
  { paid: (claim: Claim, answer: ClaimAnswer) => Consequence[]; limit: readonly Consequence[] }
> = {
  record: {
    paid: ({ itemId }, { remaining_today: remaining }) => [
      { to: 'feed', event: { type: 'clip.paid', videoId: itemId } },
      ...(remaining === undefined ? [] : [leftIs(remaining)]),
    ],
    limit: [{ to: 'limit', event: { type: 'count.changed', remaining: 0 } }],
  },
  watchAdReward: {
    paid: ({ itemId }) => [adEarned(itemId, 'watch')],
    limit: [{ to: 'ads', event: { type: 'ad.limitReached', action: 'watch' } }],
  },
  clickAdReward: {
    paid: ({ itemId }) => [adEarned(itemId, 'click')],
    limit: [{ to: 'ads', event: { type: 'ad.limitReached', action: 'click' } }],
  },
};

const leftIs = (remaining: number): Consequence => ({
  to: 'limit',
  event: { type: 'count.changed', remaining },
});
const adEarned = (adId: number, action: AdAction): Consequence => ({
  to: 'ads',
  event: { type: 'ad.earned', adId, action },
});
