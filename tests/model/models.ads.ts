import { createMachine } from 'xstate';
import { adMachine } from '../../machines/ad.machine.ts';
import { adsMachine } from '../../machines/ads.machine.ts';
import type { AdPlan } from '../../machines/feed/slots.ts';
import { idleOwner } from './mock-root.ts';
import type { Model } from './model.ts';
import { emptyFeed } from './models.feed.ts';
import { ad, offline, page, rules } from './samples.ts';

const open = { watch: 'open', click: 'open' } as const;
/** A mock: the ad machine has tests of its own. */
const silentAd = () => createMachine({ id: 'ad' }) as unknown as typeof adMachine;
const plan = (offers: AdPlan['offers']): AdPlan => ({ rules: rules(1), offers, readAd: silentAd });
const both = plan([
  { ad: ad(1), eligibility: open },
  { ad: ad(2), eligibility: open },
]);

/** The feed with advertisements between its clips. */
export const feedWithAds: Model = {
  ...emptyFeed,
  events: [
    { type: 'clip.ready', index: 0 },
    { type: 'swipe.settled', index: 1 },
    { type: 'swipe.settled', index: 2 },
    { type: 'ad.skipped', index: 2 },
    { type: 'ads.planned', plan: both },
    {
      type: 'ads.changed',
      plan: plan([{ ad: ad(1), eligibility: { watch: 'alreadyRewarded', click: 'open' } }]),
    },
  ],
  outcomes: { loadClips: { done: [page(3)] } },
  facts: ({ context }) => [context.index, context.live, context.slots, context.plan?.offers.length],
};

/** The list and the plan of advertisements. */
export const planning = (isFeedOpen: boolean): Model => ({
  machine: adsMachine,
  input: { country: null, isFeedOpen, readAd: silentAd },
  events: [
    { type: 'clip.ready' },
    { type: 'day.began' },
    { type: 'ad.earned', adId: 1, action: 'watch' },
    { type: 'ad.earned', adId: 1, action: 'click' },
    { type: 'ad.limitReached', action: 'click' },
  ],
  outcomes: {
    loadAds: {
      done: [
        { rules: rules(1), ads: [ad(1), ad(2)], isComplete: true },
        { rules: rules(1), ads: [ad(1, { clicked_today: true })], isComplete: false },
      ],
      error: [offline],
    },
  },
  facts: ({ context }) => [context.page, context.spent],
  isWithin: ({ context }) => context.spent.length < 2,
});

export const advertised: Model = {
  machine: adMachine,
  mocks: {
    video: createMachine({
      context: { watchedMs: 0 },
      type: 'parallel',
      states: { playback: { initial: 'standby', states: { standby: {} } } },
    }),
  },
  input: {
    owner: idleOwner(),
    index: 1,
    ad: ad(1),
    rules: rules(1),
    eligibility: open,
    isSoundOn: false,
    waitsForTap: false,
    idPrefix: 'n',
  },
  events: [
    ...['approached', 'retreated', 'entered', 'left', 'covered', 'uncovered', 'recovered'].map(
      (what) => ({
        type: `stage.${what}`,
      }),
    ),
    { type: 'sound.changed', isOn: true },
    { type: 'play.pressed' },
    { type: 'pause.pressed' },
    { type: 'clip.ready', index: 1 },
    { type: 'clip.playing' },
    { type: 'clip.soundRefused' },
    { type: 'skip.pressed' },
    { type: 'learnMore.pressed' },
    { type: 'ad.known', eligibility: open },
    { type: 'ad.renewed', eligibility: open },
    ...[
      { watchedMs: 2_999, live: 'playing' },
      { watchedMs: 3_000, live: 'playing' },
      { watchedMs: 0, live: 'loadFailed' },
    ].map(({ watchedMs, live }) => ({
      type: 'xstate.snapshot.clip',
      snapshot: { context: { watchedMs }, value: { playback: { live } } },
    })),
  ],
  outcomes: {},
};
