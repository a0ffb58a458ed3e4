import { assign, enqueueActions, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { OutputOf } from '../contract/call.ts';
import type { getDisplayRules } from '../contract/calls.ts';
import type { CallFailure } from '../contract/failure.ts';
import type { Ad } from '../contract/shapes.ts';
import { type ClaimEvent, claimGuards, type Standing } from './claiming.ts';
import { missing, missingListener } from './missing.ts';
import type { ClaimAnswer } from './outbox.machine.ts';
import type { Tag } from './tags.ts';
import { videoMachine } from './video.machine.ts';
import { type ClipNews, ownerOf, type StageEvent } from './video.setup.ts';

/** When advertisements come, and how long they hold. */
export type DisplayRules = OutputOf<typeof getDisplayRules>;

/** What an advertisement pays for, each once a day. */
export type AdDeed = 'watch' | 'click';

export interface AdInput {
  index: number;
  ad: Ad;
  rules: DisplayRules;
  standing: Record<AdDeed, Standing>;
  isSoundOn: boolean;
  nonce: string;
}

interface Context extends AdInput {
  /** it has played for long enough, or could not */
  isSkippable: boolean;
  /** how often following it was claimed */
  claims: number;
  /** names the last of these claims */
  claimId: string;
  /** what following it earned */
  answer: ClaimAnswer | null;
  failure: CallFailure | null;
}

type AdEvent =
  | StageEvent
  | ClipNews
  | ClaimEvent
  /** of another day: what following it earned may be earned anew */
  | { type: 'standing.renewed'; standing: Standing }
  /** the same for watching it */
  | { type: 'watch.renewed'; standing: Standing }
  | { type: 'skip.pressed' }
  | { type: 'learnMore.pressed' };

/** What an advertisement tells the feed that it lies in, beside what any clip tells. */
export type AdNews =
  | { type: 'ad.skipped'; index: number }
  | { type: 'ad.earned'; adId: number; deed: AdDeed }
  | { type: 'ad.limitReached'; deed: AdDeed };

type ClipSnapshot = SnapshotFrom<typeof videoMachine>;

export const initialContext = ({ input }: { input: AdInput }): Context => ({
  ...input,
  isSkippable: false,
  claims: 0,
  claimId: '',
  answer: null,
  failure: null,
});

/** A foreign address goes nowhere but to the web. */
export const isFollowable = ({ target_url }: Ad) => /^https?:\/\//i.test(target_url);

/** An ad that names no watch time of its own is counted down as all are. */
export const watchSecondsOf = ({ ad, rules }: Pick<Context, 'ad' | 'rules'>) =>
  ad.watch_seconds || rules.countdown_seconds;

function hasFailed({ value: { playback } }: ClipSnapshot): boolean {
  const live = typeof playback === 'object' && 'live' in playback ? playback.live : null;
  return live === 'loadFailed' || live === 'timedOut';
}

export const base = setup({
  types: {
    context: {} as Context,
    events: {} as AdEvent,
    tags: {} as Tag,
    input: {} as AdInput,
    children: {} as { clip: 'video'; claimClick: 'claimClick'; watchClaim: 'watchClaim' },
  },
  actors: {
    video: videoMachine,
    claimClick: missing<ClaimAnswer, { claimId: string; adId: number }>('claimClick'),
    watchClaim: missingListener<ClaimEvent, { claimId: string }>('watchClaim'),
  },
  delays: { claimLimit: 15_000, celebration: 2_500 },
  guards: {
    ...claimGuards,
    isStanding: ({ context }: { context: Context }, standing: Standing) =>
      context.standing.click === standing,
    isSkippable: ({ context }) => context.isSkippable,
    isOpenAgain: ({ event }) =>
      event.type === 'standing.renewed' && event.standing !== 'alreadyRewarded',
  },
  actions: {
    tellClip: sendTo('clip', ({ event }) => event as StageEvent),
    noteStanding: assign({
      standing: ({ context: { standing }, event }) =>
        event.type === 'standing.renewed' ? { ...standing, click: event.standing } : standing,
    }),
    tellWatchStanding: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'watch.renewed') return;
      enqueue.sendTo('clip', { type: 'standing.renewed', standing: event.standing });
    }),
    noteClaim: assign(({ context: { nonce, index, ad, claims } }) => ({
      claims: claims + 1,
      claimId: `${nonce}-click-${index}-${ad.id}-${claims + 1}`,
    })),
    startAnew: assign({ answer: null, failure: null }),
    noteClip: assign({
      isSkippable: ({ context: { isSkippable, rules } }, clip: ClipSnapshot) =>
        isSkippable ||
        hasFailed(clip) ||
        clip.context.watchedMs >= rules.skippable_after_seconds * 1_000,
    }),
    noteAnswer: assign({ answer: (_, answer: ClaimAnswer) => answer }),
    noteFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    /** what any clip tells: not to itself, where it stands alone in a test */
    passOn: enqueueActions(({ self, event, enqueue }) => {
      if (self._parent) enqueue.sendTo(self._parent, event);
    }),
    tellSkipped: sendTo(ownerOf, ({ context }) => ({ type: 'ad.skipped', index: context.index })),
    tellEarned: sendTo(ownerOf, ({ context }, deed: AdDeed) => ({
      type: 'ad.earned',
      adId: context.ad.id,
      deed,
    })),
    tellWatchLimit: sendTo(ownerOf, { type: 'ad.limitReached', deed: 'watch' }),
    tellLimitReached: sendTo(ownerOf, { type: 'ad.limitReached', deed: 'click' }),
  },
});
