import type { AdOffer } from '../../../machines/ad.machine.ts';
import { type Invariant, invariant, type Run, same } from './invariant.ts';

/** Eligibility of the planned advertisements on the stage, by their actors. */
function offersOn({ live, slots, plan }: Run['context']): [to: string, AdOffer['eligibility']][] {
  const offers: AdOffer[] = plan?.offers ?? [];
  return live.flatMap((place: number) => {
    const offer = offers.find(({ ad }) => ad.id === slots[place]?.adId);
    return offer ? [[`clip-${place}`, offer.eligibility]] : [];
  });
}

/** Invariants of the events for the advertisements between the clips. */
export const adInvariants: readonly Invariant[] = [
  invariant(
    'every plan is stored, and the plan of ads.planned renews its advertisements on the stage',
    (run) => run.on('ads.planned', 'ads.changed'),
    (run) => {
      const live = run.known.live.filter((place: number) => run.known.slots[place]?.kind === 'ad');
      const offered = live.filter((place: number) =>
        run.event.plan.offers.some(
          ({ ad }: { ad: { id: number } }) => ad.id === run.known.slots[place].adId,
        ),
      );
      const renewed = run.sends('ad.renewed');
      return (
        run.context.plan === run.event.plan &&
        renewed.length === (run.on('ads.planned') ? offered.length : 0)
      );
    },
  ),
  invariant(
    'a change of earning reaches the advertisements on the stage',
    (run) => run.on('earning.changed', 'rewards.due'),
    (run) => {
      const due = offersOn({ ...run.context, live: run.known.live });
      const told = run.sends('ad.known').map(({ to, event }) => [to, event.eligibility]);
      return same(told, due);
    },
  ),
];
