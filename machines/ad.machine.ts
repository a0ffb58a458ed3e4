import { base, initialContext, watchSecondsOf } from './ad.setup.ts';
import { claimEnds, whenNotPaid } from './claiming.ts';

/** It may be skipped when it has played for a while, or when it cannot play. */
const skip = base.createStateConfig({
  initial: 'locked',
  states: {
    locked: { always: { guard: 'isSkippable', target: 'open' } },
    open: { tags: ['actionable'], on: { 'skip.pressed': { actions: 'tellSkipped' } } },
  },
});

const reconsider = {
  'standing.renewed': { actions: 'noteStanding', target: 'unknown' },
} as const;

/** What following it earns: claimed here, decided by the server alone. */
const click = base.createStateConfig({
  initial: 'unknown',
  states: {
    unknown: {
      always: [
        { guard: { type: 'isStanding', params: 'visitor' }, target: 'visitor' },
        { guard: { type: 'isStanding', params: 'alreadyRewarded' }, target: 'alreadyRewarded' },
        { guard: { type: 'isStanding', params: 'limitReached' }, target: 'limitReached' },
        { target: 'offered' },
      ],
    },
    /** nobody is logged in, so nothing is earned */
    visitor: { tags: ['blocked'] },
    offered: {
      tags: ['actionable'],
      on: { ...reconsider, 'learnMore.pressed': 'claiming' },
    },
    claiming: {
      tags: ['busy'],
      entry: 'noteClaim',
      invoke: {
        id: 'claimClick',
        src: 'claimClick',
        input: ({ context }) => ({ claimId: context.claimId, adId: context.ad.id }),
        onDone: {
          target: 'rewarded',
          actions: [
            { type: 'noteAnswer', params: ({ event }) => event.output },
            { type: 'tellEarned', params: 'click' },
          ],
        },
        onError: whenNotPaid,
      },
      after: { claimLimit: 'queued' },
    },
    limitReached: { tags: ['blocked'], on: reconsider },
    ...claimEnds,
  },
});

/**
 * One advertisement between the clips: a clip of its own, which plays, sounds, fails and is paid
 * for watching as every clip, and beside it the time until it may be skipped and the reward for
 * following it.
 */
export const adMachine = base.createMachine({
  id: 'ad',
  context: initialContext,
  invoke: {
    id: 'clip',
    src: 'video',
    input: ({ context }) => ({
      index: context.index,
      video: {
        id: context.ad.id,
        url: context.ad.url,
        poster: context.ad.poster,
        watch_seconds: watchSecondsOf(context),
        reward: context.ad.watch_reward,
      },
      standing: context.standing.watch,
      isSoundOn: context.isSoundOn,
      isSoundPromptDue: false,
      nonce: `${context.nonce}-watch`,
    }),
    onSnapshot: { actions: { type: 'noteClip', params: ({ event }) => event.snapshot } },
  },
  type: 'parallel',
  on: {
    'stage.approached': { actions: 'tellClip' },
    'stage.retreated': { actions: 'tellClip' },
    'stage.entered': { actions: 'tellClip' },
    'stage.left': { actions: 'tellClip' },
    'stage.covered': { actions: 'tellClip' },
    'stage.uncovered': { actions: 'tellClip' },
    'sound.changed': { actions: 'tellClip' },
    'watch.renewed': { actions: 'tellWatchStanding' },
    'clip.ready': { actions: 'passOn' },
    'clip.soundRefused': { actions: 'passOn' },
    'clip.rewarded': { actions: { type: 'tellEarned', params: 'watch' } },
    'clip.limitReached': { actions: 'tellWatchLimit' },
  },
  states: { skip, click },
});
