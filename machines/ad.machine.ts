import { type AnyActorRef, assign, enqueueActions, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { getDisplayRules } from '../contract/ad.calls.ts';
import type { OutputOf } from '../contract/call.ts';
import type { Ad } from '../contract/shapes.ts';
import { claimMachine, type RewardEligibility } from './claim.machine.ts';
import type { ClipEvent, StageEvent } from './video/model.ts';
import { videoMachine } from './video/video.machine.ts';
import { selectHasFailed } from './video/video.selectors.ts';

/** When advertisements are shown, and how long before they can be skipped. */
export type DisplayRules = OutputOf<typeof getDisplayRules>;

/** The actions that an advertisement pays for, each once a day. */
export type AdAction = 'watch' | 'click';

/** An advertisement, and the rewards that it can still earn today. */
export interface AdOffer {
  ad: Ad;
  eligibility: Record<AdAction, RewardEligibility>;
}

interface AdInput extends AdOffer {
  /** the machine that has the advertisement on its stage */
  owner: AnyActorRef;
  index: number;
  /** the file that is played; undefined: the one at `url` */
  src?: string | undefined;
  rules: DisplayRules;
  isSoundOn: boolean;
  waitsForTap: boolean;
  /** makes the ids of its claims unique */
  idPrefix: string;
}

interface Context extends AdInput {
  /** the advertisement has played for long enough, or failed */
  isSkippable: boolean;
}

type OfferEvent =
  /** the present eligibility */
  | { type: 'ad.known'; eligibility: AdOffer['eligibility'] }
  /** the eligibility after it was loaded again */
  | { type: 'ad.renewed'; eligibility: AdOffer['eligibility'] };

type Event =
  | StageEvent
  | ClipEvent
  | OfferEvent
  | { type: 'skip.pressed' }
  | { type: 'learnMore.pressed' };

/** Events that an advertisement sends to its owner, in addition to those of a clip. */
export type AdEvent = { type: 'ad.skipped'; index: number };

/** An advertisement without a watch time of its own has the common countdown. */
const clipOf = ({
  index,
  src,
  ad,
  rules,
  eligibility,
  isSoundOn,
  waitsForTap,
  idPrefix,
}: Context) => ({
  index,
  src,
  video: {
    id: ad.id,
    title: ad.title,
    url: ad.url,
    poster: ad.poster,
    watch_seconds: ad.watch_seconds || rules.countdown_seconds,
    reward: ad.watch_reward,
  },
  call: 'watchAdReward' as const,
  eligibility: eligibility.watch,
  isSoundOn,
  isSoundPromptDue: false,
  waitsForTap,
  idPrefix: `${idPrefix}-watch`,
});

const base = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: AdInput;
    children: { clip: 'video'; click: 'claim' };
  },
  actors: { video: videoMachine, claim: claimMachine },
  guards: { isSkippable: ({ context }) => context.isSkippable },
  actions: {
    startClick: enqueueActions(({ context: { idPrefix, ad, eligibility }, enqueue, self }) => {
      const claimable = { call: 'clickAdReward', itemId: ad.id } as const;
      const of = { idPrefix: `${idPrefix}-click-${ad.id}`, owner: self };
      const input = { ...of, claimable, eligibility: eligibility.click };
      enqueue.spawnChild('claim', { id: 'click', input });
    }),
    forwardEligibility: enqueueActions(({ enqueue }, event: OfferEvent) => {
      const { watch, click } = event.eligibility;
      const type = event.type === 'ad.known' ? 'eligibility.known' : 'eligibility.renewed';
      enqueue.sendTo('clip', { type, eligibility: watch });
      enqueue.sendTo('click', { type, eligibility: click });
    }),
    claimClick: sendTo('click', { type: 'claim.earned' }),
    passToClip: sendTo('clip', (_, event: StageEvent) => event),
    passToOwner: sendTo(
      ({ context }) => context.owner,
      (_, event: ClipEvent) => event,
    ),
    setPlayed: assign({
      isSkippable: ({ context: { isSkippable, rules } }, clip: SnapshotFrom<typeof videoMachine>) =>
        isSkippable ||
        selectHasFailed(clip) ||
        clip.context.watchedMs >= rules.skippable_after_seconds * 1_000,
    }),
    notifySkipped: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({ type: 'ad.skipped', index: context.index }),
    ),
  },
});

const passToClip = {
  actions: { type: 'passToClip', params: ({ event }: { event: StageEvent }) => event },
} as const;
const passToOwner = {
  actions: { type: 'passToOwner', params: ({ event }: { event: ClipEvent }) => event },
} as const;

const forwardEligibility = {
  actions: { type: 'forwardEligibility', params: ({ event }: { event: OfferEvent }) => event },
} as const;

/**
 * An advertisement between the clips. The child `clip` plays it and claims the reward for watching;
 * this machine adds the claim for following it, and the time until it may be skipped: after it has
 * played for a while, or has failed.
 */
export const adMachine = base.createMachine({
  id: 'ad',
  context: ({ input }) => ({ ...input, isSkippable: false }),
  entry: 'startClick',
  invoke: {
    id: 'clip',
    src: 'video',
    input: ({ context, self }) => ({ ...clipOf(context), owner: self }),
    onSnapshot: { actions: { type: 'setPlayed', params: ({ event }) => event.snapshot } },
  },
  on: {
    'stage.approached': passToClip,
    'stage.retreated': passToClip,
    'stage.entered': passToClip,
    'stage.left': passToClip,
    'stage.covered': passToClip,
    'stage.uncovered': passToClip,
    'stage.recovered': passToClip,
    'sound.changed': passToClip,
    'play.pressed': passToClip,
    'pause.pressed': passToClip,
    'ad.known': forwardEligibility,
    'ad.renewed': forwardEligibility,
    'learnMore.pressed': { actions: 'claimClick' },
    'clip.ready': passToOwner,
    'clip.playing': passToOwner,
    'clip.soundRefused': passToOwner,
  },
  initial: 'locked',
  states: {
    locked: { always: { guard: 'isSkippable', target: 'skippable' } },
    skippable: { on: { 'skip.pressed': { actions: 'notifySkipped' } } },
  },
});
