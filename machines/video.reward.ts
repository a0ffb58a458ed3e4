import { claimEnds, whenNotPaid } from './claiming.ts';
import { base } from './video.setup.ts';

/** Where a clip stands decides whether watching it earns. */
const always = [
  { guard: { type: 'isStanding', params: 'open' }, target: 'counting' },
  { guard: { type: 'isStanding', params: 'visitor' }, target: 'visitor' },
  { guard: { type: 'isStanding', params: 'alreadyRewarded' }, target: 'alreadyRewarded' },
  { guard: { type: 'isStanding', params: 'limitReached' }, target: 'limitReached' },
] as const;
const reconsider = {
  'standing.known': { actions: 'noteStanding', target: 'unknown' },
  'standing.renewed': { actions: 'noteStanding', target: 'unknown' },
} as const;

/** What watching earns: counted here, decided by the server alone. */
export const reward = base.createStateConfig({
  initial: 'unknown',
  states: {
    unknown: {
      on: {
        'standing.known': { actions: 'noteStanding' },
        'standing.renewed': { actions: 'noteStanding' },
      },
      always: [...always],
    },
    /** nobody is logged in, so nothing is earned */
    visitor: { tags: ['blocked'], on: reconsider },
    counting: {
      on: reconsider,
      always: { guard: 'hasWatchedEnough', target: 'claiming' },
    },
    claiming: {
      tags: ['busy'],
      entry: 'noteClaim',
      invoke: {
        id: 'claimReward',
        src: 'claimReward',
        input: ({ context }) => ({
          claimId: context.claimId,
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
        onError: whenNotPaid,
      },
      after: { claimLimit: 'queued' },
    },
    limitReached: { tags: ['blocked'], on: reconsider },
    ...claimEnds,
  },
});
