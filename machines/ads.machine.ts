import { assign, setup } from 'xstate';
import type { Ad } from '../contract/shapes.ts';
import type { AdAction, AdOffer, DisplayRules } from './ad.machine.ts';
import type { RewardEligibility } from './claim.machine.ts';
import { type AdPlan, isDue } from './feed/slots.ts';
import { notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

/** The display rules, and some of the advertisements. */
export interface AdPage {
  rules: DisplayRules;
  ads: Ad[];
  /** the server has no further advertisements */
  isComplete: boolean;
}

interface AdsInput {
  /** the country of the account; null: the app looks it up */
  country: string | null;
  /** the feed was opened before: advertisements are loaded without waiting for a clip */
  isFeedOpen: boolean;
  readAd: AdPlan['readAd'];
}

interface Context extends AdsInput {
  page: AdPage | null;
  /** actions that no advertisement pays for any more today */
  spent: AdAction[];
}

type Event =
  /** a clip has loaded far enough to play through: other loading cannot delay it */
  | { type: 'clip.ready' }
  | { type: 'ad.earned'; adId: number; action: AdAction }
  | { type: 'ad.limitReached'; action: AdAction }
  /** a UTC day began: all advertisements can earn again */
  | { type: 'day.began' };

export type AdsEmitted =
  /** advertisements and their eligibility were loaded */
  | { type: 'ads.planned'; plan: AdPlan }
  /** their eligibility changed */
  | { type: 'ads.changed'; plan: AdPlan };

const earnedFlag = { watch: 'watched_today', click: 'clicked_today' } as const;

function eligibilityOf({ spent }: Context, ad: Ad, action: AdAction): RewardEligibility {
  if (ad[earnedFlag[action]]) return 'alreadyRewarded';
  return spent.includes(action) ? 'closed' : 'open';
}

/** The plan for the feed. */
function planOf(context: Context): AdPlan {
  const { readAd } = context;
  const { rules, ads } = context.page as AdPage;
  const offers = ads.map(
    (ad): AdOffer => ({
      ad,
      eligibility: {
        watch: eligibilityOf(context, ad, 'watch'),
        click: eligibilityOf(context, ad, 'click'),
      },
    }),
  );
  return { rules, offers, readAd };
}

/** Merges pages: the later page wins, but keeps ads that only the earlier page has: one may be on the stage. */
const joined = (page: AdPage | null, later: AdPage): AdPage => ({
  ...later,
  ads: [
    ...later.ads,
    ...(page?.ads ?? []).filter(({ id }) => !later.ads.some((ad) => ad.id === id)),
  ],
});

const withAds = (page: AdPage | null, change: (ad: Ad) => Ad) =>
  page && { ...page, ads: page.ads.map(change) };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: AdsInput },
  actors: { loadAds: notProvided<AdPage, { country: string | null }>('loadAds') },
  guards: {
    isFeedOpen: ({ context }) => context.isFeedOpen,
    isPlanned: ({ context }) => context.page !== null,
    isOutOfAds: ({ context }) =>
      context.page?.isComplete === false && !planOf(context).offers.some(isDue),
  },
  actions: {
    join: assign({ page: ({ context }, later: AdPage) => joined(context.page, later) }),
    setEarned: assign({
      page: ({ context: { page } }, { adId, action }: { adId: number; action: AdAction }) =>
        withAds(page, (ad) => (ad.id === adId ? { ...ad, [earnedFlag[action]]: true } : ad)),
    }),
    setSpent: assign({ spent: ({ context }, action: AdAction) => [...context.spent, action] }),
    beginDay: assign({
      spent: [],
      page: ({ context: { page } }) =>
        withAds(page, (ad) => ({ ...ad, watched_today: false, clicked_today: false })),
    }),
    notifyPlanned: notify(({ context }) => ({ type: 'ads.planned', plan: planOf(context) })),
    notifyChanged: notify(({ context }) => ({ type: 'ads.changed', plan: planOf(context) })),
  },
});

/**
 * The list of advertisements between the clips, and the rewards that each can still earn today. It
 * is loaded after the clips, which have precedence. Without an answer the feed goes on without
 * advertisements. When the next clip is ready, a failed load is retried, and further advertisements
 * are loaded if all loaded ones were watched and followed today.
 */
export const adsMachine = base.createMachine({
  id: 'ads',
  context: ({ input }) => ({ ...input, page: null, spent: [] }),
  on: {
    'day.began': [
      { guard: 'isPlanned', target: '.loading', actions: ['beginDay', 'notifyChanged'] },
      { target: '.loading' },
    ],
    'ad.earned': {
      guard: 'isPlanned',
      actions: [{ type: 'setEarned', params: ({ event }) => event }, 'notifyChanged'],
    },
    'ad.limitReached': {
      guard: 'isPlanned',
      actions: [{ type: 'setSpent', params: ({ event }) => event.action }, 'notifyChanged'],
    },
  },
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isFeedOpen', target: 'loading' }, { target: 'waiting' }] },
    waiting: { on: { 'clip.ready': 'loading' } },
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadAds',
        src: 'loadAds',
        input: ({ context }) => ({ country: context.country }),
        onDone: { target: 'planned', actions: [{ type: 'join', params: output }, 'notifyPlanned'] },
        onError: 'waiting',
      },
    },
    planned: { always: { guard: 'isOutOfAds', target: 'waiting' } },
  },
});
