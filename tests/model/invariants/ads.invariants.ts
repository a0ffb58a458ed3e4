import { planning } from '../models.ads.ts';
import { type Invariants, invariant, type Run } from './invariant.ts';

type Eligibility = Record<'watch' | 'click', string>;
interface Offer {
  ad: { id: number };
  eligibility: Eligibility;
}
const told = (run: Run): Offer[] | undefined =>
  run.tells('ads.planned', 'ads.changed').at(-1)?.plan.offers;
const everyAction = (offers: Offer[] | undefined) =>
  (offers ?? []).flatMap(({ ad, eligibility }) =>
    (['watch', 'click'] as const).map((action) => ({ id: ad.id, action, is: eligibility[action] })),
  );
const planned = { ...planning(true), isWithin: () => true };

export const ads: Invariants = {
  runs: [planned],
  invariants: [
    invariant(
      'advertisements are loaded only after the first clip can play, unless they are awaited',
      (run) => run.past.length === 0,
      (run) => run.is(run.context.isFeedOpen ? 'loading' : 'waiting'),
    ),
    invariant(
      'after a failed load the feed goes on without advertisements, and the next clip loads them',
      (run) => run.loses('loadAds') || (run.was('waiting') && run.on('clip.ready')),
      (run) =>
        run.was('waiting')
          ? run.begins('loadAds').length === 1
          : run.is('waiting') && run.now.told.length === 0,
    ),
    invariant(
      'the loaded advertisements are planned with their rules, beside the ones planned before',
      (run) => run.gets('loadAds'),
      (run) => {
        const [news] = run.tells('ads.planned');
        const ids = (news?.plan.offers ?? []).map(({ ad }: Offer) => ad.id);
        const earlier = (run.known.page?.ads ?? []).map(({ id }: { id: number }) => id);
        const all = [...run.event.output.ads.map(({ id }: { id: number }) => id), ...earlier];
        return (
          news?.plan.rules === run.event.output.rules &&
          all.every((id) => ids.includes(id)) &&
          new Set(ids).size === ids.length
        );
      },
    ),
    invariant(
      'an earned action becomes alreadyRewarded, and a reached limit leaves its action open for no ad',
      (run) => run.on('ad.earned', 'ad.limitReached') && run.known.page !== null,
      (run) => {
        const { adId, action } = run.event;
        const isMeant = (each: { id: number; action: string }) =>
          run.on('ad.earned') ? each.id === adId && each.action === action : each.action === action;
        return everyAction(told(run)).every((each) =>
          isMeant(each)
            ? each.is === (run.on('ad.earned') ? 'alreadyRewarded' : each.is) && each.is !== 'open'
            : true,
        );
      },
    ),
    invariant(
      'on another day every action is open again, and advertisements are loaded',
      (run) => run.on('day.began'),
      (run) => {
        const isOpen = everyAction(told(run)).every((each) => each.is === 'open');
        const isTold = run.tells('ads.changed').length === (run.known.page === null ? 0 : 1);
        return (
          run.is('loading') &&
          run.begins('loadAds').length === 1 &&
          isOpen &&
          isTold &&
          run.context.spent.length === 0
        );
      },
    ),
    invariant(
      'only a ready clip or another day loads advertisements again',
      (run) => run.past.length > 0 && run.begins('loadAds').length > 0,
      (run) => run.on('clip.ready', 'day.began'),
    ),
    invariant(
      'advertisements are loaded for the country of the user',
      (run) => run.begins('loadAds').length > 0,
      (run) =>
        run
          .begins('loadAds')
          .every(({ input }) => (input as { country: null }).country === run.context.country),
    ),
    invariant(
      'more advertisements are loaded once all actions of the planned ones are done today, if the server has more',
      (run) =>
        run.is('planned', 'waiting') &&
        run.context.page !== null &&
        !run.loses('loadAds') &&
        !run.was('waiting'),
      (run) => {
        const { page } = run.context;
        const isDue = ({ watched_today, clicked_today }: Record<string, boolean>) =>
          !(watched_today && clicked_today);
        const isOut = page.isComplete === false && !page.ads.some(isDue);
        return run.is(isOut ? 'waiting' : 'planned');
      },
    ),
  ],
};
