import { failureOf } from './failure.ts';
import { base } from './video.setup.ts';

const reason = ({ event }: { event: { error: unknown } }) => failureOf(event.error);

/** Where a clip stands decides whether watching it earns. */
const always = [
  { guard: { type: 'isStanding', params: 'open' }, target: 'counting' },
  { guard: { type: 'isStanding', params: 'visitor' }, target: 'visitor' },
  { guard: { type: 'isStanding', params: 'alreadyRewarded' }, target: 'alreadyRewarded' },
  { guard: { type: 'isStanding', params: 'limitReached' }, target: 'limitReached' },
] as const;
const reconsider = {
  'standing.known': { actions: 'noteStanding', target: 'unknown' },
} as const;

/** What watching earns: counted here, decided by the server alone. */
export const reward = base.createStateConfig({
  initial: 'unknown',
  states: {
    unknown: { on: { 'standing.known': { actions: 'noteStanding' } }, always: [...always] },
    /** nobody is logged in, so nothing is earned */
    visitor: { tags: ['blocked'], on: reconsider },
    counting: {
      on: reconsider,
      always: { guard: 'hasWatchedEnough', target: 'claiming' },
    },
    claiming: {
      tags: ['busy'],
      invoke: {
        id: 'claimReward',
        src: 'claimReward',
        input: ({ context }) => ({
          claimId: `${context.nonce}-${context.index}-${context.video.id}`,
          videoId: context.video.id,
        }),
        onDone: {
          target: 'rewarded',
          actions: [
            { type: 'noteAnswer', params: ({ event }) => event.output },
            { type: 'celebrate', params: ({ event }) => event.output },
            { type: 'tellRewarded', params: ({ event }) => event.output },
          ],
        },
        onError: [
          { guard: { type: 'isAlreadyRewarded', params: reason }, target: 'alreadyRewarded' },
          {
            guard: { type: 'isLimitReached', params: reason },
            target: 'limitReached',
            actions: 'tellLimitReached',
          },
          { guard: { type: 'isSessionEnded', params: reason }, target: 'visitor' },
          {
            guard: { type: 'isRefused', params: reason },
            target: 'refused',
            actions: { type: 'noteFailure', params: reason },
          },
          { target: 'queued' },
        ],
      },
      after: { claimLimit: 'queued' },
    },
    rewarded: {
      tags: ['settled'],
      initial: 'celebrating',
      states: {
        celebrating: { tags: ['celebrating'], after: { celebration: 'shown' } },
        shown: {},
      },
    },
    /** earned and kept: the outbox sends it when the line is back */
    queued: { tags: ['settled'] },
    alreadyRewarded: { tags: ['settled'] },
    limitReached: { tags: ['blocked'], on: reconsider },
    refused: { tags: ['settled'] },
  },
});
