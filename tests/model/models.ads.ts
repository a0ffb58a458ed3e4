import { createMachine } from 'xstate';
import { adMachine } from '../../machines/ad.machine.ts';
import { feedMachine } from '../../machines/feed.machine.ts';
import type { Model } from './model.ts';
import { outcomesOfKept } from './models.watch.ts';
import { ad, answer, ended, offline, refused, rules, video } from './samples.ts';

/** The same stage, with advertisements laid between its clips. */
export const feedWithAds: Model = {
  machine: feedMachine,
  input: { firstClip: null, isSoundOn: false, nonce: 'n' },
  events: [
    { type: 'clip.ready', index: 0 },
    { type: 'swipe.settled', index: 1 },
    { type: 'swipe.settled', index: 2 },
    { type: 'ad.skipped', index: 2 },
    { type: 'ad.earned', adId: 1, deed: 'watch' },
    { type: 'ad.limitReached', deed: 'click' },
  ],
  outcomes: {
    loadAds: {
      done: [
        { rules: rules(1), ads: [ad(1), ad(2)], isComplete: true },
        { rules: rules(1), ads: [ad(1, { clicked_today: true })], isComplete: false },
      ],
      error: [offline],
    },
    loadClips: {
      done: [
        {
          clips: [1, 2, 3].map((id) => ({ video: video(id), isOpen: true })),
          isMember: true,
          remainingToday: 5,
          dailyLimit: 20,
          extraSharesLeft: 3,
          isComplete: true,
        },
      ],
    },
  },
  facts: ({ context }) => [context.index, context.live, context.slots, context.plan?.isComplete],
  isWithin: ({ context }) => context.adLimits.length < 2,
};

export const advertised = (click: string): Model => ({
  machine: adMachine,
  stands: {
    video: createMachine({
      context: { watchedMs: 0 },
      initial: 'playback',
      states: { playback: {} },
    }),
  },
  input: {
    index: 1,
    ad: ad(1),
    rules: rules(1),
    standing: { watch: 'open', click },
    isSoundOn: false,
    nonce: 'n',
  },
  events: [
    ...['approached', 'retreated', 'entered', 'left', 'covered', 'uncovered'].map((what) => ({
      type: `stage.${what}`,
    })),
    { type: 'sound.changed', isOn: true },
    { type: 'clip.ready', index: 1 },
    { type: 'clip.soundRefused' },
    { type: 'clip.rewarded', index: 1, answer },
    { type: 'clip.limitReached' },
    { type: 'skip.pressed' },
    { type: 'learnMore.pressed' },
    ...outcomesOfKept('unknown_ad'),
    ...['open', 'alreadyRewarded'].flatMap((standing) => [
      { type: 'standing.renewed', standing },
      { type: 'watch.renewed', standing },
    ]),
    ...[
      { watchedMs: 2_999, live: 'playing' },
      { watchedMs: 3_000, live: 'playing' },
      { watchedMs: 0, live: 'loadFailed' },
    ].map(({ watchedMs, live }) => ({
      type: 'xstate.snapshot.clip',
      snapshot: { context: { watchedMs }, value: { playback: { live } } },
    })),
  ],
  outcomes: {
    claimClick: {
      done: [answer],
      error: [
        offline,
        ended,
        refused('already_rewarded'),
        refused('daily_limit_reached'),
        refused('unknown_ad'),
      ],
    },
  },
});
